// SPDX-License-Identifier: Apache-2.0
// The headers that every file of the SystemC side starts with, compiled once (rules.mk).
#include <systemc.h>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <verilated.h>
#include <verilated_dpi.h>
#include <verilated_sc.h>
