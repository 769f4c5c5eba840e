// SPDX-License-Identifier: Apache-2.0
// A row of the opcode table of vector memory, and what vmem_decode tells the unit about an instruction besides its
// memory operation.
package vmem_pkg;
  // The part of a VGPR that a byte or short is.
  typedef struct packed {
    logic sext;  // a loaded one is sign-extended
    logic d16;   // only one half of the destination is written
    logic hi;    // d16: the high half; a store: the data is from bit 16 on
  } part_t;

  // The formats and segments in which an opcode is in the unit.
  typedef struct packed {
    logic typed;  // MTBUF
    logic buffer;
    logic global;
    logic scratch;
    logic flat;
  } formats_t;

  typedef struct packed {
    formats_t   formats;
    logic       converts;     // between registers and elements of a format
    logic [1:0] op;           // mem_pkg::mem_op_e
    logic [4:0] size;         // bytes of a lane in registers
    part_t      part;
    logic [1:0] destination;  // mem_pkg::mem_destination_e; of an atomic with GLC = 1
    logic [3:0] atomic;       // mem_pkg::mem_atomic_e
  } vmem_row_t;

  // How the address of a lane is formed.
  typedef enum logic [2:0] {
    FormGlobal,  // from VGPRs and an SGPR pair
    FormBuffer,  // from a resource V#
    FormScratch, // from the V# of the wave's scratch
    FormFlat,    // as FormGlobal or FormScratch, by aperture; the lanes of the shared aperture are not in this unit
    FormImage    // from an image T# (rtl/image)
  } form_e;

  typedef struct packed {
    form_e      form;
    logic       converts;        // buffer: between registers and elements of the V#'s format; part.d16: of 16 bits
    logic [1:0] last_component;  // then: components of the instruction, less one
    logic [1:0] last;            // dwords of the lane's element in memory, less one
    logic [1:0] last_vgpr;       // VGPRs that are written, less one
    logic [2:0] size;            // bytes of a dword that are accessed: 1, 2 or 4
    part_t      part;
    logic [3:0] atomic;          // mem_pkg::mem_atomic_e
    logic       half;            // of its last VGPR a load writes one half alone; with Sramecc none does
    logic       lds;             // the LDS takes the place of VDATA
    logic [2:0] data_vgprs;      // that a store or an atomic reads
    logic [2:0] tfe_vgpr;        // from the first that is written on: the VGPR that TFE adds, which gets 0; else 0
    logic [1:0] address_vgprs;   // GLOBAL, FLAT: one is added to the SGPR pair, a pair is all of it; SCRATCH: an offset
    logic       idxen;           // buffer: the first address VGPR is an index
    logic       offen;           // buffer: the last address VGPR is an offset
  } vmem_control_t;
endpackage
