package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.TestObjects;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InternerTest {
  private static Pod pod(String name, String node, String cpu) {
    return (Pod)
        TestObjects.read(
            """
            {"apiVersion": "v1", "kind": "Pod",
             "metadata": {"name": "%1$s", "namespace": "t", "labels": {"a": "b"}},
             "spec": {"nodeName": "%2$s",
               "affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution":
                 {"nodeSelectorTerms": [{"matchExpressions": [{"key": "a", "operator": "Exists"}]}]}}},
               "containers": [{"name": "c", "resources": {"requests": {"cpu": "%3$s"}}}]},
             "status": {"phase": "Running", "conditions": [{"type": "Ready"}]}}
            """
                .formatted(name, node, cpu));
  }

  private static String cpu(Pod pod) {
    return pod.spec().containers().get(0).resources().requests().toString();
  }

  @Test
  void equal_parts_of_objects_are_one() {
    Pod one = pod("p", "n1", "1");
    Pod other = pod("q", "n2", "1");

    assertThat(other.spec().containers()).isSameAs(one.spec().containers());
    assertThat(other.spec().affinity()).isSameAs(one.spec().affinity());
    assertThat(other.metadata().labels()).isSameAs(one.metadata().labels());
    assertThat(other.status().conditions()).isSameAs(one.status().conditions());
    assertThat(other.spec().nodeName()).isEqualTo("n2");
  }

  @Test
  void amounts_keep_their_spelling() {
    assertThat(cpu(pod("p", "n", "1k"))).isEqualTo("cpu=1k");
    assertThat(cpu(pod("q", "n", "1e3"))).isEqualTo("cpu=1e3");
  }

  @Test
  void a_newer_value_takes_the_slot_of_an_older_one() {
    Interner<String> interner = new Interner<>(2);

    assertThat(IntStream.range(0, 500).map(i -> i / 2))
        .allSatisfy(i -> assertThat(interner.intern(i, () -> "made of " + i)).endsWith(" " + i));
  }

  @Test
  void large_parts_are_not_remembered() {
    String large = "\"x\": \"" + "y".repeat(5000) + "\"";

    assertThat(labels(large)).isEqualTo(labels(large)).isNotSameAs(labels(large));
    assertThat(labels("\"x\": \"y\"")).isSameAs(labels("\"x\": \"y\""));
  }

  private static Map<String, String> labels(String labels) {
    return TestObjects.read(
            "{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'n', 'labels': {"
                    .replace('\'', '"')
                + labels
                + "}}}")
        .metadata()
        .labels();
  }

  @Test
  void strings_are_those_of_the_characters() {
    Interner<String> strings = new Interner<>(2);

    for (String expected : new String[] {"", "a", "b", "a", "ab", "x".repeat(33), "ab"}) {
      char[] chars = ("<" + expected + ">").toCharArray();
      assertThat(Interner.string(strings, chars, 1, expected.length())).isEqualTo(expected);
    }
  }
}
