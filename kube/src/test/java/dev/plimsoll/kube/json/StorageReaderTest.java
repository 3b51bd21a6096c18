package dev.plimsoll.kube.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.kube.TestObjects;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.InlineDisk;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolume.CsiSource;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StorageReaderTest {

  private static JsonTree pruned(String json) throws IOException {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    JsonTreeReader reader =
        new JsonTreeReader(new ByteArrayInputStream(bytes), JsonPruning.FOR_RULES);
    assertThat(reader.nextDocument()).isTrue();
    return reader.object();
  }

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

  @Test
  void an_attachment_names_driver_node_and_volume() {
    assertThat(
            read(
                """
                {"apiVersion": "storage.k8s.io/v1", "kind": "VolumeAttachment",
                 "metadata": {"name": "va"}, "spec": {"attacher": "csi.example",
                  "nodeName": "a", "source": {"persistentVolumeName": "v"}}}
                """))
        .isEqualTo(new VolumeAttachment(ObjectMeta.of("", "va"), "csi.example", "a", "v"));
  }

  @Test
  void disks_that_a_pod_names_itself_are_kept_from_dumps_too() throws IOException {
    String pod =
        """
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"}, "spec": {"volumes": [
          {"name": "a", "gcePersistentDisk": {"pdName": "disk", "readOnly": true}},
          {"name": "b", "awsElasticBlockStore": {"volumeID": "vol"}},
          {"name": "c", "iscsi": {"targetPortal": "1.2.3.4", "iqn": "iqn.x", "lun": 0}},
          {"name": "d", "rbd": {"monitors": ["m"], "image": "i"}},
          {"name": "e", "emptyDir": {}}]}}
        """;

    assertThat(((Pod) ObjectReader.read(pruned(pod))).spec().disks())
        .containsExactly(
            new InlineDisk("gcePersistentDisk", "disk", Set.of(), true),
            new InlineDisk("awsElasticBlockStore", "vol", Set.of(), false),
            new InlineDisk("iscsi", "iqn.x", Set.of(), false),
            new InlineDisk("rbd", "rbd/i", Set.of("m"), false));
  }
}
