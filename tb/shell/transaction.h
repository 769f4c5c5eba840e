// SPDX-License-Identifier: Apache-2.0
// A transaction between the DUT's ports and memory: a line of 64 bytes, in a request and in its response.
#ifndef WAVELOCK_SHELL_TRANSACTION_H
#define WAVELOCK_SHELL_TRANSACTION_H

#include "profile.h"
#include "wavelock/memory_operation.h"

namespace wavelock {

struct Transaction {
  int port = 0, id = 0;  // the id on the port is its name in the probe's events
  wl_mem_op op = WL_MEM_LOAD;
  wl_mem_atomic atomic = WL_ATOMIC_SWAP;  // of an atomic, as the next and compare
  bool wide = false;                      // its words have 8 bytes
  bool error = false;                     // of a response: the line is unmapped
  uint64_t address = 0, be = 0;           // be: the bytes that a store or an atomic writes
  uint32_t line[kLineBytes / 4];          // data; of a response to a load or an atomic: the line as it was before
  uint32_t compare[kLineBytes / 4];

  // Used by whoever has it now.
  bool under_way = false;
  uint64_t due = 0;             // clock of its response
  Transaction *next = nullptr;  // in a list
  void *payload = nullptr;      // of TLM
};

// What takes requests. A request is answered once, by arrive of the initiator; it is borrowed until then.
class Target {
 public:
  // Returns for how many cycles the port takes no further request.
  virtual uint32_t accept(Transaction *t) = 0;

 protected:
  ~Target() = default;
};

class Initiator {
 public:
  virtual void arrive(Transaction *t) = 0;

 protected:
  ~Initiator() = default;
};

}  // namespace wavelock
#endif
