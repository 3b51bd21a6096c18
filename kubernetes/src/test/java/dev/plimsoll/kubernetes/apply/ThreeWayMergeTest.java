package dev.plimsoll.kubernetes.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/** Laws of {@link ThreeWayMerge}, and what {@code kubectl apply} does with single fields. */
class ThreeWayMergeTest {
  private static final List<String> NAMES = List.of("a", "env", "spec", "volumes", "ports");

  @Provide
  Arbitrary<Map<String, Object>> objects() {
    return objects(2);
  }

  private static Arbitrary<Map<String, Object>> objects(int depth) {
    return Arbitraries.maps(Arbitraries.of(NAMES), values(depth)).ofMaxSize(4);
  }

  private static Arbitrary<Object> values(int depth) {
    Arbitrary<Object> scalars = Arbitraries.of("x", "y", 1L, true);
    return depth == 0
        ? scalars
        : Arbitraries.frequencyOf(
            Tuple.of(2, scalars),
            Tuple.of(2, objects(depth - 1).map(o -> (Object) o)),
            Tuple.of(1, items(depth - 1).map(l -> (Object) l)));
  }

  /** Items of all lists have a key, so that each list can merge. */
  private static Arbitrary<List<Map<String, Object>>> items(int depth) {
    return Arbitraries.of("1", "2", "3")
        .set()
        .ofMaxSize(3)
        .flatMap(
            ids ->
                objects(depth)
                    .map(
                        fields -> {
                          List<Map<String, Object>> items = new ArrayList<>();
                          for (String id : ids) {
                            Map<String, Object> item = new HashMap<>(fields);
                            item.put("name", id);
                            item.put("containerPort", id);
                            items.add(item);
                          }
                          return items;
                        }));
  }

  @Property
  void an_object_that_is_applied_again_stays(@ForAll("objects") Map<String, Object> object) {
    assertThat(ThreeWayMerge.of(object, object, object)).isEqualTo(object);
  }

  @Property
  void a_second_time_changes_nothing(
      @ForAll("objects") Map<String, Object> stored,
      @ForAll("objects") Map<String, Object> last,
      @ForAll("objects") Map<String, Object> manifest) {
    Map<String, Object> once = ThreeWayMerge.of(stored, last, manifest);

    assertThat(ThreeWayMerge.of(once, manifest, manifest)).isEqualTo(once);
  }

  @Property
  void a_new_object_is_its_manifest(
      @ForAll("objects") Map<String, Object> last,
      @ForAll("objects") Map<String, Object> manifest) {
    assertThat(ThreeWayMerge.of(Map.of(), last, manifest)).isEqualTo(manifest);
  }

  @Property
  void fields_of_others_stay(
      @ForAll("objects") Map<String, Object> stored,
      @ForAll("objects") Map<String, Object> manifest) {
    Map<String, Object> merged = ThreeWayMerge.of(stored, Map.of(), manifest);

    assertThat(merged.keySet()).containsAll(stored.keySet()).containsAll(manifest.keySet());
  }

  @Example
  void what_the_last_manifest_had_and_this_one_lacks_is_removed() {
    Map<String, Object> stored = Map.of("replicas", 3L, "paused", true, "minReadySeconds", 5L);

    assertThat(
            ThreeWayMerge.of(
                stored, Map.of("replicas", 3L, "paused", true), Map.of("paused", true)))
        .isEqualTo(Map.of("paused", true, "minReadySeconds", 5L));
  }

  @Example
  void containers_merge_by_name_and_stay_behind_the_containers_before_them() {
    Map<String, Object> stored = containers("injected", "x", "main", "x", "late", "x");
    Map<String, Object> merged =
        ThreeWayMerge.of(
            stored, containers("main", "x", "old", "x"), containers("first", "y", "main", "y"));

    assertThat(merged)
        .isEqualTo(containers("first", "y", "injected", "x", "main", "y", "late", "x"));
  }

  @Example
  void another_source_of_a_volume_replaces_the_former_source() {
    Map<String, Object> stored =
        Map.of("volumes", List.of(Map.of("name", "v", "emptyDir", Map.of())));
    Map<String, Object> now =
        Map.of("volumes", List.of(Map.of("name", "v", "secret", Map.of("secretName", "s"))));

    assertThat(ThreeWayMerge.of(stored, Map.of(), now)).isEqualTo(now);
  }

  @Example
  void of_two_ports_with_one_number_the_last_counts() {
    Map<String, Object> tcp = Map.of("containerPort", 53L, "protocol", "TCP");
    Map<String, Object> udp = Map.of("containerPort", 53L, "protocol", "UDP");

    assertThat(
            ThreeWayMerge.of(
                Map.of("ports", List.of(tcp)), Map.of(), Map.of("ports", List.of(tcp, udp))))
        .isEqualTo(Map.of("ports", List.of(udp)));
  }

  @Example
  void other_lists_are_replaced() {
    assertThat(
            ThreeWayMerge.of(
                Map.of("args", List.of("a", "b")), Map.of(), Map.of("args", List.of("c"))))
        .isEqualTo(Map.of("args", List.of("c")));
  }

  private static Map<String, Object> containers(String... namesAndImages) {
    List<Map<String, Object>> containers = new ArrayList<>();
    for (int i = 0; i < namesAndImages.length; i += 2) {
      containers.add(Map.of("name", namesAndImages[i], "image", namesAndImages[i + 1]));
    }
    return Map.of("containers", containers);
  }
}
