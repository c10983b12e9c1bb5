# The workshop. `make help` lists what there is.

CARGO ?= cargo
EXE ?=
FUZZ_SECONDS ?= 60

.DEFAULT_GOAL := build
.PHONY: help build page run play test testpage bench fmt lint fuzz perft clean

ifneq ($(EXE),)
.DEFAULT_GOAL := $(EXE)
.PHONY: $(EXE)
# The binary for this machine's CPU, under the name that was asked for: make EXE=name
$(EXE):
	RUSTFLAGS="-C target-cpu=native" $(CARGO) build --release --locked -p kiebitz --target-dir target/native
	cp target/native/release/kiebitz $(EXE)
endif

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "make EXE=name  build the binary for this machine's CPU as ./name"

build: ## build the binary (target/release/kiebitz)
	$(CARGO) build --release --locked -p kiebitz

page: web/dist/index.html ## build the page (web/dist), which the program then carries; needs Node.js

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci
	touch $@

PAGE_SOURCES := $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/vite.config.ts web/svelte.config.js
web/dist/index.html: web/node_modules/.package-lock.json $(PAGE_SOURCES)
	cd web && npm run build

run: page ## build everything, and open the page in the browser
	$(CARGO) run --release --locked -p kiebitz -- serve --open

play: build ## build, and play on the terminal
	$(CARGO) run --release --locked -p kiebitz -- play

test: page ## formatting, lints, and all tests
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --quiet
	$(CARGO) test --workspace --locked
	$(MAKE) testpage

testpage: page ## the page's types and tests, and whole games in a real Chromium
	cd web && npm run check && npm test
	command -v chromium || { apt-get update && apt-get install -y chromium; }
	$(CARGO) build --locked --workspace --bin kiebitz
	cd web && npm run e2e

bench: build ## a fixed workload: node count and speed
	$(CARGO) run --release --locked -p kiebitz -- bench

perft: ## all perft numbers, each to the depth that takes a few seconds
	$(CARGO) run --release --locked -p kiebitz-engine --example perft_tables -- 300000000 \
		$(filter-out %-by-route.perft,$(wildcard tests/data/*.perft))

fmt: ## format the code
	$(CARGO) fmt --all

lint: ## lints alone
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

fuzz: ## feed garbage to every reader of outside text, FUZZ_SECONDS (60) in all
	./fuzz/run $(FUZZ_SECONDS)

clean: ## remove what was built
	$(CARGO) clean
