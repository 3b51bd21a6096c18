package dev.plimsoll.kubernetes.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class SortedTreePropertyTest {

  @Property
  void a_tree_holds_what_a_sorted_map_holds_after_the_same_changes(
      @ForAll @Size(max = 20) List<@IntRange(max = 40) Integer> first,
      @ForAll @Size(max = 60) List<@IntRange(min = -40, max = 40) Integer> changes) {
    TreeMap<String, Integer> map = new TreeMap<>();
    first.forEach(n -> map.put(key(n), n));
    SortedTree<String, Integer> tree = SortedTree.of(map);
    for (int change : changes) {
      String key = key(Math.abs(change));
      if (change < 0) {
        map.remove(key);
        tree = tree.without(key);
      } else {
        map.put(key, change + 1000);
        tree = tree.with(key, change + 1000);
      }
      assertThat(tree.keys()).containsExactlyElementsOf(map.keySet());
      assertThat(tree.values()).containsExactlyElementsOf(map.values());
      assertThat(tree.values()).hasSize(tree.size());
      assertThat(tree.get(key)).isEqualTo(Optional.ofNullable(map.get(key)));
    }
  }

  @Property
  void a_change_leaves_the_tree_it_was_made_from(
      @ForAll @Size(max = 40) List<@IntRange(max = 40) Integer> first,
      @ForAll @IntRange(max = 40) int change) {
    TreeMap<String, Integer> map = new TreeMap<>();
    first.forEach(n -> map.put(key(n), n));
    SortedTree<String, Integer> tree = SortedTree.of(map);
    assertThat(tree.with(key(change), -1).get(key(change))).contains(-1);
    assertThat(tree.without(key(change)).get(key(change))).isEmpty();
    assertThat(tree.keys()).containsExactlyElementsOf(map.keySet());
    assertThat(tree.values()).containsExactlyElementsOf(map.values());
  }

  private static String key(int number) {
    return Integer.toString(number, 3);
  }
}
