// SPDX-License-Identifier: Apache-2.0
// Instructions of the data share and of vector memory, as they are decoded and as they go to
// their units, and their completion.
package mem_issue_pkg;
  // What only the unit of a memory instruction reads; the other part is 0.
  typedef struct packed {
    lds_pkg::lds_control_t   lds;
    vmem_pkg::vmem_control_t vmem;
  } mem_control_t;

  // Result of rtl/lds/lds_decode.sv, rtl/vmem/vmem_decode.sv and rtl/image/image_decode.sv (combinational).
  typedef struct packed {
    logic                    legal;
    logic                    addr_en;  // has an address VGPR
    logic [7:0]              addr;  // first address VGPR
    logic                    addr64;  // two address VGPRs
    logic                    addr_m0;  // the address comes from M0 and the number of the lane
    logic                    data0_en;
    logic [7:0]              data0;
    logic [2:0]              data0_vgprs;
    logic                    data1_en;
    logic [7:0]              data1;
    logic [2:0]              data1_vgprs;
    logic                    vdst_en;
    logic [7:0]              vdst;
    logic [2:0]              vdst_vgprs;
    logic [2:0]              tfe_vgpr;  // from vdst on: one more VGPR that is written, which TFE adds; 0: none
    logic                    typed;  // it has the format of its elements:
    logic [3:0]              dfmt;
    logic [2:0]              nfmt;
    logic                    saddr_en;  // an SGPR pair is the base address
    logic [6:0]              saddr;  // SGPR
    logic                    rsrc_en;  // it is the first half of a resource V# of four SGPRs
    logic                    scratch_en;  // it is FLAT_SCRATCH
    logic                    flat;  // it goes to the data share and to vector memory
    logic                    soffset_en;  // there is an SOFFSET, or SADDR of SCRATCH
    logic [7:0]              soffset;  // its code
    mimg_pkg::dec_t          image;  // of MIMG; its T# is named as a V#, and it has four registers more
    mem_pkg::mem_operation_t mem;
    mem_control_t            ctl;
    logic [15:0]             offset;  // DS: {OFFSET1, OFFSET0}; GLOBAL, SCRATCH: offset13 sign-extended; FLAT: offset12
  } mem_dec_t;

  // A memory instruction other than a scalar one, as issued to its unit.
  typedef struct packed {
    policy_pkg::control_sets_t sets;
    cu_pkg::slot_t             slot;
    logic [5:0]                tag;  // unique among the wave's instructions in flight in this unit, FLAT ones apart
    logic [63:0]               exec;
    cu_pkg::phys_vgpr_t        addr;
    cu_pkg::phys_vgpr_t        data0;
    cu_pkg::phys_vgpr_t        data1;
    cu_pkg::phys_vgpr_t        vdst;
    logic [127:0]              scalar;  // the V#, of SCRATCH too; or the base address in [63:0], 0 if there is none
    logic [31:0]               soffset;
    logic [15:0]               offset;
    logic [15:0]               lds_base;  // of the wave; of a transfer with the LDS that of lane 0, low bits too
    logic [16:0]               lds_size;
    cu_pkg::slot_t             wave_in_group;
    logic [31:0]               m0;
    logic [31:0]               mode;
    logic [1:0]                alignment_mode;  // alignment_e
    mem_pkg::mem_operation_t   mem;
    mem_control_t              ctl;
  } mem_issue_t;

  // Completion of an instruction: its wait counter falls.
  typedef struct packed {
    policy_pkg::control_sets_t sets;
    cu_pkg::slot_t             slot;
    logic [6:0]                tag;   // of the half of a FLAT instruction in the data share: 64 more
    logic                      viol;  // sets TRAPSTS.MEM_VIOL
  } mem_done_t;
endpackage
