// Memory of coroutine frames. A block makes one frame per thread and one per call that may suspend, all of a few sizes, and
// frees them all when it ends: freed frames go to a list of their size and the next block takes them from there, still in cache.
#pragma once
#include "../host_defines.h"

namespace mx_runtime::port {

class frame_arena {
 public:
  void *take(std::size_t bytes) {
    const std::size_t size_class = (bytes + grain - 1) / grain;
    if (size_class >= classes) return std::malloc(bytes);
    if (free_frame *frame = free_[size_class]) {
      free_[size_class] = frame->next;
      return frame;
    }
    const std::size_t rounded = size_class * grain;
    if (rounded > left_) refill();
    char *frame = top_;
    top_ += rounded;
    left_ -= rounded;
    return frame;
  }
  void give(void *frame, std::size_t bytes) {
    const std::size_t size_class = (bytes + grain - 1) / grain;
    if (size_class >= classes) return std::free(frame);
    free_[size_class] = new (frame) free_frame{free_[size_class]};
  }

 private:
  struct free_frame { free_frame *next; };
  static constexpr std::size_t grain = 16, classes = 513, chunk = std::size_t(1) << 18;
  void refill() {
    // the rest of the old chunk, at most 8 KiB, is abandoned; chunks live as long as the program
    top_ = static_cast<char *>(std::aligned_alloc(64, chunk));
    left_ = chunk;
  }
  free_frame *free_[classes] = {};
  char *top_ = nullptr;
  std::size_t left_ = 0;
};

inline frame_arena frames;

}  // namespace mx_runtime::port
