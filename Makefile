# For OpenBench, which builds by `make EXE=NAME [EVALFILE=PATH]` and reads the last `N nodes` and `N nps` of `./NAME bench`. Everybody
# else uses cargo. EVALFILE is a file of weights that the program plays by until it is told otherwise; it must stay where it is.
EXE ?= fukumi
CARGO ?= cargo
TARGET ?= $(or $(CARGO_TARGET_DIR),target)
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe,)

export CARGO_TARGET_DIR := $(TARGET)
ifdef EVALFILE
export FUKUMI_EVALFILE := $(abspath $(EVALFILE))
endif

.PHONY: all
all:
	$(if $(EVALFILE),$(if $(wildcard $(EVALFILE)),,$(error EVALFILE=$(EVALFILE): there is no such file)))
	$(CARGO) build --release --locked --bin fukumi
	cp "$(TARGET)/release/fukumi$(SUFFIX)" "$(patsubst %$(SUFFIX),%,$(EXE))$(SUFFIX)"
