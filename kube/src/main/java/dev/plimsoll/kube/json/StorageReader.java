package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.CsiNode;
import dev.plimsoll.kubernetes.object.NodeSelector;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.ObjectReference;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolume.CsiSource;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.VolumeAttachment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads storage classes, volumes and claims. */
final class StorageReader {
  private StorageReader() {}

  static StorageClass storageClass(Fields object) {
    ObjectMeta meta = ObjectMetaReader.withAllAnnotations(object);
    return new StorageClass(
        meta,
        object.string("provisioner"),
        object.string("volumeBindingMode", "Immediate"),
        KnownAnnotations.DEFAULT_STORAGE_CLASS.stream()
            .anyMatch(a -> "true".equals(meta.annotations().get(a))),
        object.list("allowedTopologies", StorageReader::topology));
  }

  private static NodeSelector.Term topology(Fields term) {
    return new NodeSelector.Term(
        term.list(
            "matchLabelExpressions",
            e -> new NodeSelector.Requirement(e.string("key"), "In", e.strings("values"))),
        List.of());
  }

  static CsiNode csiNode(Fields object) {
    Set<String> drivers = new HashSet<>();
    Map<String, Integer> limits = new HashMap<>();
    for (Fields driver : object.object("spec").list("drivers", d -> d)) {
      drivers.add(driver.string("name"));
      driver
          .object("allocatable")
          .integer("count")
          .ifPresent(count -> limits.put(driver.string("name"), count));
    }
    return new CsiNode(ObjectMetaReader.metadata(object), drivers, limits);
  }

  static VolumeAttachment attachment(Fields object) {
    Fields spec = object.object("spec");
    return new VolumeAttachment(
        ObjectMetaReader.metadata(object),
        spec.string("attacher"),
        spec.string("nodeName"),
        spec.object("source").string("persistentVolumeName"));
  }

  static PersistentVolume volume(Fields object) {
    Fields spec = object.object("spec");
    return new PersistentVolume(
        ObjectMetaReader.metadata(object),
        spec.resources("capacity"),
        spec.string("storageClassName"),
        spec.strings("accessModes"),
        spec.string("volumeMode", "Filesystem"),
        spec.string("volumeAttributesClassName"),
        spec.optional("claimRef").map(StorageReader::claimReference),
        spec.object("nodeAffinity").optional("required").map(SelectorReader::nodes),
        object.object("status").string("phase"),
        spec.optional("csi").map(c -> new CsiSource(c.string("driver"), c.string("volumeHandle"))));
  }

  private static ObjectReference claimReference(Fields claim) {
    return new ObjectReference(
        "PersistentVolumeClaim",
        claim.string("namespace"),
        claim.string("name"),
        claim.string("uid"));
  }

  static PersistentVolumeClaim claim(Fields object) {
    Fields spec = object.object("spec");
    Fields status = object.object("status");
    return new PersistentVolumeClaim(
        ObjectMetaReader.metadata(object),
        spec.object("resources").resources("requests"),
        spec.optionalString("storageClassName"),
        spec.string("volumeName"),
        spec.string("volumeMode", "Filesystem"),
        spec.optional("selector").map(SelectorReader::labels),
        spec.strings("accessModes"),
        spec.string("volumeAttributesClassName"),
        status.string("phase"),
        status.resources("allocatedResources"),
        status.string("currentVolumeAttributesClassName"),
        status.object("modifyVolumeStatus").string("targetVolumeAttributesClassName"));
  }
}
