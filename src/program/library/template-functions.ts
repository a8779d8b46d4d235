/** Function templates of the C++ standard library and thrust: algorithms, and functions that create or take apart containers. */
import { family, type LibraryFunction, named } from './library-function.js';

/** Functions that read, compare or move values and create none. */
const LEAVES_VALUES = [
  family('|c|r|cr', 'begin|end'),
  'data size empty get move forward swap next prev advance distance back_inserter front_inserter inserter addressof ref cref',
  'make_pair make_tuple make_optional make_unique make_shared make_unique_for_overwrite make_shared_for_overwrite make_heap',
  'make_zip_iterator make_counting_iterator make_constant_iterator make_transform_iterator make_permutation_iterator',
  'make_reverse_iterator make_move_iterator make_error_code make_exception_ptr make_any make_from_tuple make_discard_iterator',
  'allocate_shared allocate_shared_for_overwrite min max clamp minmax min_element max_element minmax_element',
  'accumulate reduce inner_product transform_reduce for_each for_each_n find find_if find_if_not find_end find_first_of',
  'search search_n count count_if all_of any_of none_of equal equal_range equal_to lexicographical_compare',
  'lexicographical_compare_three_way mismatch is_sorted is_sorted_until is_partitioned is_permutation is_heap is_heap_until',
  'lower_bound upper_bound binary_search includes sort stable_sort partial_sort nth_element reverse rotate shuffle random_shuffle',
  'unique remove remove_if remove_copy remove_copy_if partition stable_partition push_heap pop_heap sort_heap',
  'raw_pointer_cast device_pointer_cast any_cast holds_alternative visit apply invoke as_const to_address isnan isinf isfinite',
].join(' ');

/** Functions that read the range between two iterators in place. */
const READS_RANGE = [
  'accumulate reduce min_element max_element minmax_element for_each find find_if find_if_not count count_if all_of any_of none_of',
  'equal is_sorted is_sorted_until lower_bound upper_bound binary_search sort stable_sort transform copy copy_if',
  family('unique|reverse', '|_copy'),
  family('remove|replace', '|_copy', '|_if'),
  'partition stable_partition',
].join(' ');

export const templateFunctions: readonly [string, LibraryFunction][] = [
  ...named(LEAVES_VALUES, { leavesValues: true }),
  ...named(READS_RANGE, { readsRange: true }),
  ...named(
    `partial_sum adjacent_difference inner_product transform_reduce ${family('|transform_', 'in|ex', 'clusive_scan')}`,
    { computesInElements: true },
  ),
  ...named('make_pair make_tuple make_optional', { makes: 'values' }),
  ...named(`${family('make_unique|make_shared|allocate_shared', '|_for_overwrite')} to_array`, { makes: 'type' }),
  ...named(
    'emplace emplace_back emplace_front emplace_hint emplace_after try_emplace make_unique make_shared make_optional construct_at',
    { constructs: true },
  ),
  ...named('bit_cast as_bytes as_writable_bytes start_lifetime_as start_lifetime_as_array', {
    effect: { kind: 'reads-bytes' },
  }),
  ...named('exchange', { effect: { kind: 'exchanges', place: 0 } }),
  ...named('tie forward_as_tuple', { ties: true }),
  ...named(
    `operator[] operator* operator-> operator- operator+ operator/ operator< operator> operator! operator<=
    operator>= operator== operator!= at data front back begin end size`,
    { onlyReads: true },
  ),
];
