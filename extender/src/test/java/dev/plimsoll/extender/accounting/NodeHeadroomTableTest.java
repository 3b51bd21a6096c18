package dev.plimsoll.extender.accounting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.extender.ExtenderFixtures;
import dev.plimsoll.extender.protocol.NodeNames;
import dev.plimsoll.extender.scoring.NodeHeadroom;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class NodeHeadroomTableTest {
  private static final NodeHeadroom ELSEWHERE = new NodeHeadroom(-1, -1, -1, -1, -1);
  private static final int NODES = 5_000;
  private static final int READERS = 3;

  private final NodeHeadroomTable table = new NodeHeadroomTable();

  private static Optional<ResourceName> device(int kind) {
    return kind == 0 ? Optional.empty() : Optional.of(ResourceName.of("example.org/gpu-" + kind));
  }

  private static NodeHeadroom headroom(long amount) {
    return new NodeHeadroom(amount, amount + 1, amount + 2, amount + 3, amount + 4);
  }

  private static NodeNames names(int nodes) {
    return ExtenderFixtures.names(IntStream.range(0, nodes).mapToObj(i -> "node-" + i).toList());
  }

  @Property(tries = 200)
  void each_node_has_the_room_that_was_put_last(
      @ForAll @Size(max = 500) List<@IntRange(min = 0, max = 99) Integer> puts,
      @ForAll @IntRange(min = 0, max = 3) int asked) {
    NodeHeadroomTable some = new NodeHeadroomTable();
    Map<Integer, Integer> last = new HashMap<>();
    for (int i = 0; i < puts.size(); i++) {
      int node = puts.get(i);
      some.put("node-" + node, device(i % 3), headroom(i));
      last.put(node, i);
    }

    List<NodeHeadroom> nodeHeadrooms = some.headrooms(names(100), device(asked), name -> ELSEWHERE);

    for (int node = 0; node < 100; node++) {
      int put = last.getOrDefault(node, -1);
      boolean isHere = put >= 0 && (asked == 0 || put % 3 == asked);
      assertThat(nodeHeadrooms.get(node)).isEqualTo(isHere ? headroom(put) : ELSEWHERE);
    }
  }

  @Test
  void a_name_with_escapes_is_looked_up_elsewhere_by_what_it_means() {
    table.put("node-0", device(0), headroom(0));
    List<String> elsewhere = new ArrayList<>();

    table.headrooms(
        ExtenderFixtures.names(List.of("node-0", "\\u006eode-0")),
        device(0),
        name -> {
          elsewhere.add(name);
          return ELSEWHERE;
        });

    assertThat(elsewhere).containsExactly("node-0");
  }

  @RepeatedTest(3)
  void readers_find_all_that_was_there_before_they_asked_and_each_room_whole() {
    NodeNames all = names(NODES);
    AtomicInteger there = new AtomicInteger();
    List<CompletableFuture<Void>> readers =
        IntStream.range(0, READERS)
            .mapToObj(i -> CompletableFuture.runAsync(() -> read(all, there)))
            .toList();

    for (int i = 0; i < NODES; i++) {
      table.put("node-" + i, device(0), headroom(i));
      there.set(i + 1);
      table.put("node-" + i * 7L % (i + 1), device(0), headroom(NODES + i));
    }

    readers.forEach(CompletableFuture::join);
  }

  private void read(NodeNames all, AtomicInteger there) {
    for (int before = 0; before < NODES; ) {
      before = there.get();
      List<NodeHeadroom> nodeHeadrooms = table.headrooms(all, device(0), name -> ELSEWHERE);
      assertThat(nodeHeadrooms.subList(0, before)).doesNotContain(ELSEWHERE);
      assertThat(nodeHeadrooms)
          .allMatch(r -> r.equals(ELSEWHERE) || r.equals(headroom(r.devices())));
    }
  }
}
