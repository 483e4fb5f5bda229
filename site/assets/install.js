// Keeps the site in the browser, so that it works without a network, and has the page share memory with its worker.
//
// Memory is shared on pages that are isolated from other origins, which headers ask for. The service worker adds them to what it answers
// with, so the first visit loads the page once more as soon as it is there.

const RELOADED = "fukumi.reloaded";

/** Resolves when the page is as it will be; never when it is about to be loaded once more. */
export async function settle() {
  const container = navigator.serviceWorker;
  if (!container) return; // plain HTTP from another machine, or a browser that is told to keep nothing
  const registered = container.register(new URL("service-worker.js", import.meta.url), { updateViaCache: "none" }).catch(() => null);
  registered.then((registration) => registration?.update()).catch(() => {}); // without a network there is no other version
  if (crossOriginIsolated) return sessionStorage.removeItem(RELOADED);
  // Loaded once more in vain, or past the service worker by the person's wish.
  if (container.controller || sessionStorage.getItem(RELOADED)) return;
  const registration = await registered;
  if (!registration || !(await controls(container, registration))) return;
  sessionStorage.setItem(RELOADED, "true");
  // A browser may keep this very page, and show it again on the way back from a later one.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  location.reload();
  await new Promise(() => {});
}

/** Waits for the service worker; false when it cannot be installed. */
function controls(container, registration) {
  const installing = registration.installing ?? registration.waiting;
  return new Promise((resolve) => {
    const look = () => {
      if (container.controller) resolve(true);
      else if (installing?.state === "redundant") resolve(false);
    };
    container.addEventListener("controllerchange", look);
    installing?.addEventListener("statechange", look);
    look();
  });
}
