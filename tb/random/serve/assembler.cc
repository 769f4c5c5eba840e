// SPDX-License-Identifier: Apache-2.0
// LLVM's assembler and linker as libraries. LLVM offers them to C++ alone.
#include <lld/Common/CommonLinkerContext.h>
#include <lld/Common/Driver.h>
#include <llvm/MC/MCAsmBackend.h>
#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCObjectWriter.h>
#include <llvm/MC/MCParser/MCAsmParser.h>
#include <llvm/MC/MCParser/MCTargetAsmParser.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>

#include "assembler.h"

extern "C" {
void LLVMInitializeAMDGPUTargetInfo();
void LLVMInitializeAMDGPUTargetMC();
void LLVMInitializeAMDGPUAsmParser();
}

namespace {

const char triple_name[] = "amdgcn-amd-amdhsa";

// Prints a message as llvm-mc does. first: gets the line of the first error.
void say(const llvm::SMDiagnostic &message, void *first) {
  auto *line = static_cast<std::string *>(first);
  message.print(nullptr, llvm::errs());
  if (message.getKind() != llvm::SourceMgr::DK_Error || !line->empty()) return;
  *line = (message.getFilename() + ":" + std::to_string(message.getLineNo()) + ":" +
           std::to_string(message.getColumnNo() + 1) + ": error: " + message.getMessage())
              .str();
}

bool assemble(const char *text, const char *path, const char *processor, const char *features, const char *folder,
              llvm::SmallVectorImpl<char> *object, std::string *first) {
  const llvm::Triple triple(triple_name);
  const llvm::MCTargetOptions options;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple_name, *first);
  if (!target) return false;
  const std::unique_ptr<llvm::MCRegisterInfo> registers(target->createMCRegInfo(triple_name));
  const std::unique_ptr<llvm::MCAsmInfo> info(target->createMCAsmInfo(*registers, triple_name, options));
  const std::unique_ptr<llvm::MCInstrInfo> instructions(target->createMCInstrInfo());
  const std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple_name, processor, features));
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, path), llvm::SMLoc());
  sources.setIncludeDirs({folder});
  llvm::MCContext context(triple, info.get(), registers.get(), subtarget.get(), &sources, &options);
  const std::unique_ptr<llvm::MCObjectFileInfo> files(target->createMCObjectFileInfo(context, false));
  context.setObjectFileInfo(files.get());
  llvm::raw_svector_ostream out(*object);
  std::unique_ptr<llvm::MCCodeEmitter> emitter(target->createMCCodeEmitter(*instructions, context));
  std::unique_ptr<llvm::MCAsmBackend> backend(target->createMCAsmBackend(*subtarget, *registers, options));
  std::unique_ptr<llvm::MCObjectWriter> writer = backend->createObjectWriter(out);
  const std::unique_ptr<llvm::MCStreamer> streamer(target->createMCObjectStreamer(
      triple, context, std::move(backend), std::move(writer), std::move(emitter), *subtarget, false, false, false));
  const std::unique_ptr<llvm::MCAsmParser> parser(llvm::createMCAsmParser(sources, context, *streamer, *info));
  const std::unique_ptr<llvm::MCTargetAsmParser> words(
      target->createMCAsmParser(*subtarget, *parser, *instructions, options));
  parser->setTargetParser(*words);
  sources.setDiagHandler(say, first);  // the parser has set its own
  return !parser->Run(false);
}

// The object lies in memory: the linker opens it by the name of its descriptor.
bool link(llvm::StringRef object, const char *made, std::string *first) {
  const int file = memfd_create("program.o", 0);
  if (file < 0 || write(file, object.data(), object.size()) != static_cast<ssize_t>(object.size())) {
    *first = "out of memory for the object";
    if (file >= 0) close(file);
    return false;
  }
  const std::string name = "/proc/self/fd/" + std::to_string(file);
  llvm::raw_string_ostream messages(*first);
  const bool good = lld::elf::link({"ld.lld", "-shared", "--threads=1", name.c_str(), "-o", made}, llvm::outs(),
                                   messages, false, false);
  lld::CommonLinkerContext::destroy();
  llvm::sys::unregisterHandlers();  // the linker's: a signal of the run is no business of LLVM's
  close(file);
  return good;
}

}  // namespace

void assembler_prepare() {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmParser();
}

bool assembler_run(const char *text, const char *path, const char *processor, const char *features, const char *folder,
                   const char *made, char *message, size_t size) {
  llvm::SmallVector<char, 0> object;
  std::string first;
  const bool good = assemble(text, path, processor, features, folder, &object, &first) &&
                    link({object.data(), object.size()}, made, &first);
  if (!good) snprintf(message, size, "%s", first.c_str());
  return good;
}
