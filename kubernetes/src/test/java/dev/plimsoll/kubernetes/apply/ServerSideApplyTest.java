package dev.plimsoll.kubernetes.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class ServerSideApplyTest {
  private static Map<String, Object> container(String name, Map<String, Object> fields) {
    Map<String, Object> all = new java.util.HashMap<>(fields);
    all.put("name", name);
    return all;
  }

  private static Map<String, Object> pod(List<?> containers, Map<String, ?> labels) {
    return Map.of("metadata", Map.of("labels", labels), "spec", Map.of("containers", containers));
  }

  private static FieldManager manager(String name, Map<String, Object> fields) {
    return new FieldManager(name, true, "", "v1", "", ServerSideApply.fieldsOf(fields));
  }

  @Provide
  Arbitrary<Map<String, Object>> pods() {
    Arbitrary<Map<String, Object>> fields =
        Arbitraries.maps(
            Arbitraries.of("image", "tty", "workingDir"), Arbitraries.of("1", "2").map(v -> v));
    Arbitrary<List<Map<String, Object>>> containers =
        Combinators.combine(Arbitraries.of("a", "b", "c"), fields)
            .as(ServerSideApplyTest::container)
            .list()
            .ofMaxSize(3)
            .uniqueElements(c -> c.get("name"));
    Arbitrary<Map<String, String>> labels =
        Arbitraries.maps(Arbitraries.of("x", "y", "z"), Arbitraries.of("1", "2"));
    return Combinators.combine(containers, labels).as(ServerSideApplyTest::pod);
  }

  @Property
  void a_manifest_that_is_applied_again_changes_nothing(
      @ForAll("pods") Map<String, Object> stored, @ForAll("pods") Map<String, Object> manifest) {
    Map<String, Object> once =
        new ServerSideApply(stored, manifest, FieldPathSet.EMPTY, List.of()).merged();
    FieldPathSet owned = ServerSideApply.fieldsOf(manifest);

    assertThat(new ServerSideApply(once, manifest, owned, List.of()).merged()).isEqualTo(once);
  }

  @Property
  void what_one_manager_owns_alone_leaves_with_its_manifest(
      @ForAll("pods") Map<String, Object> stored, @ForAll("pods") Map<String, Object> manifest) {
    FieldPathSet owned = ServerSideApply.fieldsOf(stored);

    Map<String, Object> merged = new ServerSideApply(stored, manifest, owned, List.of()).merged();

    assertThat(ServerSideApply.fieldsOf(merged)).isEqualTo(ServerSideApply.fieldsOf(manifest));
  }

  @Property
  void a_conflict_is_a_field_of_another_manager_with_another_value(
      @ForAll("pods") Map<String, Object> stored, @ForAll("pods") Map<String, Object> manifest) {
    FieldManager other = manager("other", stored);

    Optional<ApplyConflict> conflict =
        new ServerSideApply(stored, manifest, FieldPathSet.EMPTY, List.of(other)).conflict();

    FieldPathSet both = ServerSideApply.fieldsOf(manifest).and(other.fields());
    FieldPathSet differing = both.without(ServerSideApply.equalFields(manifest, stored));
    assertThat(conflict.map(c -> c.fields().get(other)))
        .isEqualTo(differing.isEmpty() ? Optional.empty() : Optional.of(differing));
  }

  @Test
  void a_field_that_two_managers_own_stays_until_both_drop_it() {
    Map<String, Object> stored = pod(List.of(container("a", Map.of("image", "1"))), Map.of());
    Map<String, Object> manifest = pod(List.of(container("a", Map.of())), Map.of());
    FieldPathSet owned = ServerSideApply.fieldsOf(stored);

    assertThat(
            new ServerSideApply(stored, manifest, owned, List.of(manager("other", stored)))
                .merged())
        .isEqualTo(stored);
    assertThat(
            new ServerSideApply(stored, manifest, owned, List.of(manager("other", manifest)))
                .merged())
        .isEqualTo(manifest);
  }

  @Test
  void an_item_has_as_key_what_it_would_be_given_by_default() {
    Map<String, Object> manifest =
        Map.of(
            "ports",
            List.of(Map.of("containerPort", 80L), Map.of("containerPort", 80L, "protocol", "TCP")));

    assertThat(DuplicateItems.of(manifest))
        .isEqualTo(
            Map.of(
                ".ports: duplicate entries for key [containerPort=80,protocol=\"TCP\"]",
                List.of("ports", "1")));
  }
}
