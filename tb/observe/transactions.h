// SPDX-License-Identifier: Apache-2.0
// Transactions of vector memory in a lockstep run by instruction, against the least number (docs/coalescing.md). It
// counts transactions that the model has found right.
//
// A load or a store needs at least a transaction for each line that it touches. Lanes of an atomic that change one word
// need a transaction each: a line needs as many as the word that most of its lanes change.
#ifndef WAVELOCK_TRANSACTIONS_H
#define WAVELOCK_TRANSACTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "check/checker.h"
#include "probe/observer.h"

typedef struct wl_transactions wl_transactions;

wl_transactions *wl_transactions_new(void);  // NULL: out of memory
void wl_transactions_free(wl_transactions *t);
// Counts as an observer. At the end of each launch it measures the `count` expected ones (borrowed). print: prints
// then, too, and fills the sums of the result. False: out of memory.
bool wl_transactions_observe(wl_observer *to, bool print, wl_transaction_count *expected, uint32_t count);

// A vector memory instruction issued under (slot, tag). words[1] is its second dword.
void wl_transactions_issue(wl_transactions *t, uint32_t slot, uint32_t tag, uint64_t pc, const uint32_t words[2]);
// Memory accepted a transaction of it. atomic: byte_enable has the words that it changes; else it may be 0.
void wl_transactions_request(wl_transactions *t, uint32_t slot, uint32_t tag, uint64_t line, bool atomic,
                             uint64_t byte_enable);
// It has completed.
void wl_transactions_return(wl_transactions *t, uint32_t slot, uint32_t tag);

// Sums over all instructions so far.
void wl_transactions_total(const wl_transactions *t, uint64_t *transactions, uint64_t *least);
// What it knows of the instruction at s->at: how often it ran, and the fewest and the most transactions of a wave.
void wl_transactions_measure(const wl_transactions *t, wl_transaction_count *s);
// One line per instruction: first those that are most above the least, then by PC. No instruction may be in flight.
void wl_transactions_print(wl_transactions *t, const wl_model_ops *ops, const wl_config *unit, FILE *to);

#endif
