// What a back end refuses to do, and why.

/** `status` is 404 when the session is not there any more, and otherwise not 404. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}
