// Cooperative groups: a block, a tile of it, the active lanes, the whole grid. What waits returns something to
// co_await, and so do coalesced_threads and the partitions, whose members must come together first.
#ifndef MANTISSA_COOPERATIVE_GROUPS_H
#define MANTISSA_COOPERATIVE_GROUPS_H
#include "cuda_runtime.h"

namespace cooperative_groups {

/** Any group, by the lanes it has in its warp; 0 means the whole block. */
class thread_group {
 public:
  thread_group() = default;
  explicit thread_group(unsigned lanes) : lanes_(lanes) {}
  unsigned long long size() const { return lanes_ ? unsigned(__builtin_popcount(lanes_)) : block_size(); }
  unsigned long long num_threads() const { return size(); }
  unsigned long long thread_rank() const { return lanes_ ? rank_in_warp() : block_rank(); }
  bool is_valid() const { return true; }
  mx_runtime::port::task<void> sync() const {
    if (lanes_) co_await mx_runtime::port::warp_barrier(lanes_, "a group's sync");
    else co_await mx_runtime::port::block_barrier();
  }
  unsigned lanes() const { return lanes_; }

 protected:
  static unsigned block_size() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned block_rank() { return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x; }
  unsigned rank_in_warp() const { return unsigned(__builtin_popcount(lanes_ & ((1u << mx_runtime::port::lane_number()) - 1))); }
  unsigned lanes_ = 0;
};

struct thread_block : thread_group {
  static mx_runtime::port::block_barrier sync() { return {}; }
  static unsigned size() { return block_size(); }
  static unsigned num_threads() { return block_size(); }
  static unsigned thread_rank() { return block_rank(); }
  static dim3 group_index() { return blockIdx; }
  static dim3 thread_index() { return threadIdx; }
  static dim3 group_dim() { return blockDim; }
  static dim3 dim_threads() { return blockDim; }
  struct arrival_token {};
  arrival_token barrier_arrive() const { return {}; }
  mx_runtime::port::block_barrier barrier_wait(arrival_token &&) const { return {}; }
};

struct grid_group {
  bool is_valid() const { return mx_runtime::port::current_block && mx_runtime::port::current_block->cooperative(); }
  mx_runtime::port::grid_operation sync() const { return {}; }
  static unsigned long long num_blocks() { return 1ull * gridDim.x * gridDim.y * gridDim.z; }
  static unsigned long long block_rank() { return (1ull * blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x; }
  static unsigned long long size() { return num_blocks() * thread_block::size(); }
  static unsigned long long num_threads() { return size(); }
  static unsigned long long thread_rank() { return block_rank() * thread_block::size() + thread_block::thread_rank(); }
  static dim3 group_dim() { return gridDim; }
  static dim3 dim_blocks() { return gridDim; }
  static dim3 block_index() { return blockIdx; }
};

/** Exchanges between the lanes of one warp. Ranks count the group's own lanes. */
class warp_group : public thread_group {
 public:
  using thread_group::thread_group;
  mx_runtime::port::warp_barrier sync() const { return {lanes_, "a group's sync"}; }
  template <class T> mx_runtime::port::shuffle<T> shfl(T value, int rank) const { return exchange("shfl", value, rank); }
  template <class T> mx_runtime::port::shuffle<T> shfl_up(T value, unsigned delta) const { return exchange("shfl_up", value, int(rank_in_warp()) - int(delta)); }
  template <class T> mx_runtime::port::shuffle<T> shfl_down(T value, unsigned delta) const { return exchange("shfl_down", value, int(rank_in_warp() + delta)); }
  template <class T> mx_runtime::port::shuffle<T> shfl_xor(T value, unsigned mask) const { return exchange("shfl_xor", value, int(rank_in_warp() ^ mask)); }
  mx_runtime::port::any_of_warp any(int predicate) const { return {"any", lanes_, 0u, predicate != 0}; }
  mx_runtime::port::all_of_warp all(int predicate) const { return {"all", lanes_, 0u, predicate != 0}; }
  auto ballot(int predicate) const { return packed<mx_runtime::port::ballot_of_warp>({{"ballot", lanes_, 0u, predicate != 0}, lanes_}); }
  template <class T> auto match_any(T value) const { return packed<mx_runtime::port::match_any<T>>({{"match_any", lanes_, value}, lanes_}); }
  template <class T> auto match_all(T value, int &predicate) const { return packed<mx_runtime::port::match_all<T>>({{"match_all", lanes_, value, &predicate}, lanes_}); }

 protected:
  /** A set of lanes of the warp as a set of ranks of the group. */
  template <class Vote> struct packed : Vote {
    unsigned lanes;
    packed(Vote vote, unsigned own) : Vote(vote), lanes(own) {}
    unsigned await_resume() const {
      unsigned set = Vote::await_resume(), ranks = 0, rank = 0;
      for (unsigned rest = lanes; rest; rest &= rest - 1, rank++)
        if (set & rest & -rest) ranks |= 1u << rank;
      return ranks;
    }
  };
  unsigned lane_of_rank(unsigned rank) const {
    unsigned rest = lanes_;
    while (rank--) rest &= rest - 1;
    return unsigned(__builtin_ctz(rest));
  }
  template <class T> mx_runtime::port::shuffle<T> exchange(const char *name, T value, int rank) const {
    const bool inside = rank >= 0 && rank < __builtin_popcount(lanes_);
    return {name, lanes_, 0u, value, inside ? lane_of_rank(unsigned(rank)) : mx_runtime::port::lane_number()};
  }
};

class coalesced_group : public warp_group {
 public:
  using warp_group::warp_group;
  unsigned size() const { return unsigned(__builtin_popcount(lanes_)); }
  unsigned num_threads() const { return size(); }
  unsigned thread_rank() const { return rank_in_warp(); }
  unsigned long long meta_group_size() const { return 1; }
  unsigned long long meta_group_rank() const { return 0; }
};

template <unsigned Size, class Parent = void> class thread_block_tile : public warp_group {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "tiles of more than a warp are not available on a CPU");

 public:
  thread_block_tile() : warp_group((Size == 32 ? ~0u : (1u << Size % 32) - 1) << (mx_runtime::port::lane_number() & ~(Size - 1))) {}
  template <class Other> thread_block_tile(const thread_block_tile<Size, Other> &other) : warp_group(other.lanes()) {}
  static constexpr unsigned size() { return Size; }
  static constexpr unsigned num_threads() { return Size; }
  unsigned thread_rank() const { return mx_runtime::port::lane_number() & (Size - 1); }
  unsigned meta_group_size() const { return (block_size() + Size - 1) / Size; }
  unsigned meta_group_rank() const { return block_rank() / Size; }
  template <class T> mx_runtime::port::shuffle<T> shfl(T value, int rank) const { return exchange("shfl", value, rank & int(Size - 1)); }
};

inline thread_block this_thread_block() { return {}; }
inline grid_group this_grid() { return {}; }
struct coalesced : mx_runtime::port::warp_vote {
  using warp_vote::warp_vote;
  coalesced_group await_resume() const { return coalesced_group(participants); }
};
inline coalesced coalesced_threads(unsigned line = __builtin_LINE()) { return {"coalesced_threads", 0u, line, true}; }

template <unsigned Size, class Parent> thread_block_tile<Size, Parent> tiled_partition(const Parent &) { return {}; }
inline thread_group tiled_partition(const thread_group &parent, unsigned size) {
  const unsigned lane = mx_runtime::port::lane_number(), tile = (size >= 32 ? ~0u : (1u << size) - 1) << (lane & ~(size - 1));
  return thread_group(parent.lanes() ? parent.lanes() & tile : tile);
}

/** Lanes of the parent with the same label. */
template <class T> struct partition_by : mx_runtime::port::match_any<T> {
  using mx_runtime::port::match_any<T>::match_any;
  coalesced_group await_resume() const { return coalesced_group(this->same); }
};
template <class Parent> partition_by<int> binary_partition(const Parent &group, bool predicate) { return {"binary_partition", group.lanes(), int(predicate)}; }
template <class Label, class Parent> partition_by<Label> labeled_partition(const Parent &group, Label label) { return {"labeled_partition", group.lanes(), label}; }

template <class Group> auto sync(const Group &group) { return group.sync(); }
template <class Group> unsigned long long thread_rank(const Group &group) { return group.thread_rank(); }
template <class Group> unsigned long long group_size(const Group &group) { return group.size(); }

#define OPERATION(name, expression) template <class T> struct name { T operator()(T a, T b) const { return expression; } };
OPERATION(plus, a + b) OPERATION(less, b < a ? b : a) OPERATION(greater, a < b ? b : a)
OPERATION(bit_and, a & b) OPERATION(bit_or, a | b) OPERATION(bit_xor, a ^ b)
#undef OPERATION

}  // namespace cooperative_groups
#endif
