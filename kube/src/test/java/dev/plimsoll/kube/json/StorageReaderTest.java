package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.TestObjects;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.CsiNode;
import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.object.PersistentVolume;
import dev.plimsoll.model.object.PersistentVolume.CsiSource;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StorageReaderTest {

  private static ApiObject read(String json) {
    return TestObjects.read(json);
  }

  @Test
  void a_claim_that_was_marked_as_bound_is_read_as_bound() {
    PersistentVolumeClaim claim =
        (PersistentVolumeClaim)
            read(
                """
                {"apiVersion": "v1", "kind": "PersistentVolumeClaim",
                 "metadata": {"name": "data", "namespace": "default",
                  "annotations": {"pv.kubernetes.io/bind-completed": "yes"}},
                 "spec": {"volumeName": "v", "selector": {"matchLabels": {"disk": "ssd"}}}}
                """);

    assertThat(claim.isFullyBound()).isTrue();
    assertThat(claim.volumeMode()).isEqualTo("Filesystem");
    assertThat(claim.selector().orElseThrow().matchLabels()).isEqualTo(Map.of("disk", "ssd"));
  }

  @Test
  void a_volume_says_whose_it_is_and_what_its_driver_calls_it() {
    PersistentVolume volume =
        (PersistentVolume)
            read(
                """
                {"apiVersion": "v1", "kind": "PersistentVolume", "metadata": {"name": "v"},
                 "spec": {"csi": {"driver": "csi.example", "volumeHandle": "h"},
                  "claimRef": {"namespace": "default", "name": "data", "uid": "u"}}}
                """);

    assertThat(volume.csi()).contains(new CsiSource("csi.example", "h"));
    assertThat(volume.claim())
        .contains(new ObjectReference("PersistentVolumeClaim", "default", "data", "u"));
  }

  @Test
  void of_the_drivers_on_a_node_those_with_a_limit_are_kept() {
    CsiNode node =
        (CsiNode)
            read(
                """
                {"apiVersion": "storage.k8s.io/v1", "kind": "CSINode", "metadata": {"name": "a"},
                 "spec": {"drivers": [
                  {"name": "limited", "nodeID": "a", "allocatable": {"count": 25}},
                  {"name": "free", "nodeID": "a"}]}}
                """);

    assertThat(node.volumeLimits()).isEqualTo(Map.of("limited", 25));
  }
}
