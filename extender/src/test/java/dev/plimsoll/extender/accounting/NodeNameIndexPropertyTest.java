package dev.plimsoll.extender.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.protocol.NodeNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NodeNameIndexPropertyTest {

  /** Few letters and many lengths, so that names are often equal or begin alike. */
  @Provide
  Arbitrary<List<String>> names() {
    return Arbitraries.strings()
        .withChars('a', 'b', 'é', '-')
        .ofMaxLength(20)
        .list()
        .ofMaxSize(300);
  }

  @Property(tries = 300)
  void each_name_has_the_number_that_a_map_gives_it(
      @ForAll("names") List<String> added, @ForAll("names") List<String> asked) {
    NodeNameIndex index = new NodeNameIndex();
    Map<String, Integer> numbers = new HashMap<>();
    for (String name : added) {
      if (!numbers.containsKey(name)) {
        numbers.put(name, index.add(name));
      }
    }
    List<String> all = new ArrayList<>(added);
    all.addAll(asked);
    NodeNames nodeNames = ExtenderFixtures.names(all);

    assertThat(numbers.values()).doesNotHaveDuplicates().allMatch(n -> n < numbers.size());
    for (int i = 0; i < all.size(); i++) {
      assertThat(index.find(nodeNames, i))
          .isEqualTo(numbers.getOrDefault(all.get(i), NodeNameIndex.NONE));
    }
  }
}
