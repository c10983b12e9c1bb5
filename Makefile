# The workshop. `make help` lists what there is.

CARGO ?= cargo
EXE ?=
FUZZ_SECONDS ?= 60

.DEFAULT_GOAL := build
.PHONY: help build release page site pictures docs dist image wire run play setup test testrust testpage python wheel notebooks pythonpages testpython cluster aside deny signature bench fmt lint fuzz sanitize load faults perft clean

ifneq ($(EXE),)
.DEFAULT_GOAL := $(EXE)
.PHONY: $(EXE)
# The tournament build, for this machine's CPU, under the name that was asked for: make EXE=name
$(EXE):
	RUSTFLAGS="-C target-cpu=native" $(CARGO) build --release --locked -p kiebitz --target-dir target/native
	cp target/native/release/kiebitz $(EXE)
endif

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "make EXE=name  the tournament build: all optimizations, for this machine's CPU, as ./name"

build: ## build the binary for every day (target/fast/kiebitz)
	$(CARGO) build --profile fast --locked -p kiebitz

release: ## build the binary with all optimizations, for any CPU (target/release/kiebitz); takes long
	$(CARGO) build --release --locked -p kiebitz

NOTEBOOK_BOARD := crates/python/python/kiebitz/static/board.js
page: web/dist/index.html $(NOTEBOOK_BOARD) ## build the page (web/dist), which the program then carries, and its board for notebooks; needs Node.js

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci
	touch $@

PAGE_SOURCES := $(shell find web/src web/public -type f 2>/dev/null) web/index.html web/vite.config.ts web/svelte.config.js
web/dist/index.html: web/node_modules/.package-lock.json $(PAGE_SOURCES)
	cd web && npm run build
$(NOTEBOOK_BOARD): web/node_modules/.package-lock.json $(PAGE_SOURCES) web/vite.notebook.config.ts
	cd web && npm run notebook

# The program of the static site, with and without SIMD instructions. The stack holds the deepest search (crates/search/src/threads.rs).
# The tests make do with a program that is compiled quickly, and with one of the two.
SITE_PROFILE ?= site
SITE_SIMD_ONLY ?=
WASM := wasm32-unknown-unknown
define wasm
	RUSTFLAGS="-C link-arg=-zstack-size=8388608 $(2)" $(CARGO) rustc --profile $(SITE_PROFILE) --locked --target $(WASM) -p kiebitz-wasm \
		--crate-type cdylib --target-dir target/$(1)
	mkdir -p web/wasm
	cp target/$(1)/$(WASM)/$(SITE_PROFILE)/office.wasm web/wasm/$(1).wasm
endef

site: web/node_modules/.package-lock.json ## build the page as a static site that needs no server (web/dist-site); needs Node.js and Rust's target for WebAssembly
	.ci/need wasm
	rm -rf web/wasm
	$(call wasm,kiebitz-simd,-C target-feature=+simd128)
	$(if $(SITE_SIMD_ONLY),,$(call wasm,kiebitz,))
	cd web && npm run site

pictures: page ## the pictures of the documents (docs/pictures), made of the page; needs Chromium and img2webp
	.ci/need chromium
	.ci/need img2webp
	$(CARGO) build --locked --workspace --bin kiebitz
	cd web && npm run pictures

docs: ## the documents, the page without a server and the crates' interface as one site (target/site); installs mdbook first if it is missing
	.ci/docs

dist: ## packages (target/dist): static programs, .deb, wheel, static site, with checksums and bills of materials; takes long
	.ci/dist

image: ## the container's root file system without a container engine (target/image), by the stages of the Dockerfile, and tried
	.ci/image

wire: web/node_modules/.package-lock.json ## after a change of the server's API: its document (web/openapi.json), and the page's types of it
	KIEBITZ_GOLDEN=1 $(CARGO) test --locked -p kiebitz-server --lib the_file_with_the_document
	cd web && npm run wire

run: ## build everything, and open the page in the browser
	@CARGO=$(CARGO) .ci/first

play: ## build, and play on the terminal
	$(CARGO) run --profile fast --locked -p kiebitz -- play

setup: ## install what the tests need beside Rust and Node.js: Chromium, cargo-deny, and cargo-fuzz for `make fuzz`
	.ci/need chromium
	.ci/need cargo-fuzz
	.ci/need cargo-deny

test: ## formatting, lints, and all tests; installs Chromium first if there is none
	.ci/need chromium
	$(MAKE) page
	$(MAKE) testrust
	$(MAKE) testpage
	$(MAKE) testpython
	$(MAKE) signature

testrust: ## the tests without the page: no Node.js, no Chromium
	$(CARGO) fmt --all --check
	$(MAKE) lint
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --quiet
	$(CARGO) test --workspace --locked
	$(MAKE) aside
	$(MAKE) deny

testpage: page ## the page's types and tests, and whole games in a real Chromium
	.ci/need chromium
	cd web && npm run check && npm test
	$(CARGO) build --locked --workspace --bin kiebitz
	if .ci/need wasm; then $(MAKE) site SITE_PROFILE=fast SITE_SIMD_ONLY=1; else echo "SKIPPED: the static site"; rm -rf web/dist-site; fi
	cd web && npm run e2e

python: ## build the Python package as a wheel (target/wheels), for any Python from 3.10 on; with Node.js also its board
	if command -v npm >/dev/null; then $(MAKE) page; fi
	.ci/python wheel

wheel: ## the same for old Linux systems too (manylinux_2_17, by zig), and the source distribution; takes long
	if command -v npm >/dev/null; then $(MAKE) page; fi
	.ci/python manylinux

notebooks: ## run the notebooks of the Python package, and write what they show into them
	.ci/python notebooks

pythonpages: ## the pages of the Python interface, made from its docstrings (target/python/pages)
	.ci/python pages

testpython: ## the Python package: its tests, types, examples and notebooks; needs Python, and installs what else it needs below target
	.ci/python test

cluster: ## three nodes of Ray with networks of their own: one killed, frozen, cut off, the driver killed; and what driving costs; needs root
	.ci/python cluster

aside: ## compile what no test compiles: fuzz, benches; and all with the oldest Rust, if it is there
	for each in fuzz/Cargo.toml benches/*/Cargo.toml; do \
		$(CARGO) check --locked --manifest-path $$each --target-dir target || exit 1; \
	done
	.ci/oldest-rust

deny: ## licences, versions and sources of what comes from outside
	.ci/deny
	if command -v node >/dev/null; then .ci/deny-others; fi

signature: ## compare the nodes of `kiebitz bench` with the last `Bench: N` in the log
	$(CARGO) build --locked --workspace --bin kiebitz
	.ci/bench-signature target/debug/kiebitz

bench: build ## a fixed workload: node count and speed
	target/fast/kiebitz bench

perft: ## all perft numbers, each to the depth that takes a few seconds
	$(CARGO) run --profile fast --locked -p kiebitz-engine --example perft_tables -- 300000000 \
		$(filter-out %-by-route.perft,$(wildcard tests/data/*.perft))

fmt: ## format the code
	$(CARGO) fmt --all

lint: ## lints alone
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

fuzz: ## feed garbage to every reader of outside text, FUZZ_SECONDS (60) in all; installs cargo-fuzz first if it is missing
	./fuzz/run $(FUZZ_SECONDS)

sanitize: ## the address and thread sanitizers over searches, protocols, UCI exchanges and the server; takes long
	.ci/sanitize

faults: ## kill the server 200 times, fill its disk 50 times, lock its store 50 times: no acknowledged move may be lost
	KIEBITZ_FAULTS=200,50,50 $(CARGO) test --locked -p kiebitz --test faults -- --nocapture

load: build ## who loses on time on a busy machine: this program beside Stockfish (benches/under-load)
	benches/under-load/run target/fast/kiebitz

clean: ## remove what was built
	$(CARGO) clean
