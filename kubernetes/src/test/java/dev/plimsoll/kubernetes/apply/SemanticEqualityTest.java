package dev.plimsoll.kubernetes.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SemanticEqualityTest {
  private static Map<String, Object> of(Object... namesAndValues) {
    Map<String, Object> fields = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return fields;
  }

  private static void requireEqual(Map<String, Object> one, Map<String, Object> other) {
    assertThat(SemanticEquality.equal(one, other)).as(one + " " + other).isTrue();
    assertThat(SemanticEquality.equal(other, one)).as(other + " " + one).isTrue();
  }

  private static void requireDifferent(Map<String, Object> one, Map<String, Object> other) {
    assertThat(SemanticEquality.equal(one, other)).as(one + " " + other).isFalse();
    assertThat(SemanticEquality.equal(other, one)).as(other + " " + one).isFalse();
  }

  @Test
  void amounts_are_equal_by_value_and_texts_are_not() {
    requireEqual(of("limits", of("cpu", "1000m")), of("limits", of("cpu", 1L)));
    requireEqual(of("sizeLimit", "1Gi"), of("sizeLimit", "1024Mi"));
    requireDifferent(of("limits", of("cpu", "1")), of("limits", of("cpu", "2")));
    requireDifferent(of("limits", of("cpu", "1")), of("limits", of("cpu", "1", "memory", "1")));
    requireDifferent(of("value", "1000m"), of("value", "1"));
  }

  @Test
  void nothing_and_zero_are_equal_unless_the_API_tells_them_apart() {
    requireEqual(of("hostNetwork", false), of());
    requireEqual(of("args", List.of()), of());
    requireEqual(of("nodeSelector", of()), of());
    requireEqual(of("resources", of("limits", of())), of());
    requireDifferent(of("emptyDir", of()), of());
    requireDifferent(of("runAsNonRoot", false), of());
    requireDifferent(of("replicas", 0L), of());
    requireDifferent(of("hostNetwork", true), of());
  }

  @Test
  void a_default_equals_an_absent_field_of_a_pod_and_not_of_a_container() {
    requireEqual(of("restartPolicy", "Always", "securityContext", of()), of());
    requireDifferent(
        of("initContainers", List.of(of("name", "a", "restartPolicy", "Always"))),
        of("initContainers", List.of(of("name", "a"))));
    requireDifferent(
        of("containers", List.of(of("securityContext", of()))), of("containers", List.of(of())));
    requireDifferent(of("restartPolicy", "Never"), of());
  }

  @Test
  void the_former_name_of_the_account_counts() {
    requireEqual(of("serviceAccount", "a", "serviceAccountName", "a"), of("serviceAccount", "a"));
    requireDifferent(
        of("serviceAccount", "a", "serviceAccountName", "b"), of("serviceAccount", "a"));
  }

  @Test
  void lists_are_equal_in_their_order() {
    requireEqual(of("args", List.of("a", 1L)), of("args", List.of("a", 1.0)));
    requireDifferent(of("args", List.of("a", "b")), of("args", List.of("b", "a")));
    requireDifferent(of("args", List.of("a")), of("args", List.of("a", "b")));
    requireDifferent(of("args", List.of("a")), of("args", "a"));
  }
}
