# Sourced: how C is compiled for WebAssembly with threads. SQLite is written in it; what the database does not use of it is left out.
export CC_wasm32_wasip1_threads=clang AR_wasm32_wasip1_threads=llvm-ar
export CFLAGS_wasm32_wasip1_threads="-isystem /usr/include/wasm32-wasi -pthread -ftls-model=local-exec -Oz -DSQLITE_DEFAULT_MEMSTATUS=0"
unused_of_sqlite=(COLUMN_METADATA DBSTAT_VTAB FTS3 FTS3_PARENTHESIS FTS5 LOAD_EXTENSION MEMORY_MANAGEMENT RTREE STAT4)
export LIBSQLITE3_FLAGS="-DSQLITE_OMIT_LOAD_EXTENSION -DSQLITE_OMIT_JSON ${unused_of_sqlite[*]/#/-USQLITE_ENABLE_}"
