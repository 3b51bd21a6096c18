package dev.plimsoll.kube.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.TestObjects;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Pod;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ObjectInternerTest {
  private final ObjectInterner objectInterner = new ObjectInterner();

  private static Pod pod(String name, String node, String cpu) {
    return (Pod)
        TestObjects.read(
            """
                    {"apiVersion": "v1", "kind": "Pod",
                     "metadata": {"name": "%1$s", "namespace": "t", "labels": {"a": "b"}},
                     "spec": {"nodeName": "%2$s", "containers": [
                       {"name": "c", "resources": {"requests": {"cpu": "%3$s"}}}]},
                     "status": {"phase": "Running", "conditions": [{"type": "Ready"}]}}
                    """
                .formatted(name, node, cpu));
  }

  private static String cpu(ApiObject pod) {
    return ((Pod) pod).spec().containers().get(0).resources().requests().toString();
  }

  @Test
  void an_object_is_the_same_as_before() {
    Pod pod = pod("p", "n", "1");
    assertThat(objectInterner.intern(pod)).isEqualTo(pod);
    assertThat(objectInterner.intern(pod("p", "", "1"))).isEqualTo(pod("p", "", "1"));
  }

  @Test
  void equal_parts_are_one() {
    Pod one = (Pod) objectInterner.intern(pod("p", "n1", "1"));
    Pod other = (Pod) objectInterner.intern(pod("q", "n2", "1"));
    assertThat(other.spec().containers()).isSameAs(one.spec().containers());
    assertThat(other.metadata().labels()).isSameAs(one.metadata().labels());
    assertThat(other.status().conditions()).isSameAs(one.status().conditions());
    assertThat(other.spec().nodeName()).isEqualTo("n2");
  }

  @Test
  void amounts_keep_their_spelling() {
    assertThat(cpu(objectInterner.intern(pod("p", "n", "1k")))).isEqualTo("cpu=1k");
    assertThat(cpu(objectInterner.intern(pod("q", "n", "1e3")))).isEqualTo("cpu=1e3");
  }

  @Test
  void many_different_objects_stay_what_they_are() {
    assertThat(IntStream.range(0, 5_000).mapToObj(i -> pod("p" + i, "n" + i, i + "m")))
        .allSatisfy(p -> assertThat(objectInterner.intern(p)).isEqualTo(p));
  }
}
