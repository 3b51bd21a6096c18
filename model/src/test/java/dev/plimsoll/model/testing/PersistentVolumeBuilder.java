package dev.plimsoll.model.testing;

import dev.plimsoll.model.object.NodeSelector;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.ObjectReference;
import dev.plimsoll.model.object.PersistentVolume;
import dev.plimsoll.model.object.PersistentVolume.CsiSource;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds available volumes of 1Gi for tests of placement. */
public final class PersistentVolumeBuilder {
  private final String name;
  private final Map<String, String> labels = new HashMap<>();
  private String size = "1Gi";
  private String storageClass = "";
  private Optional<ObjectReference> claim = Optional.empty();
  private Optional<NodeSelector> nodes = Optional.empty();
  private Optional<CsiSource> csi = Optional.empty();

  private PersistentVolumeBuilder(String name) {
    this.name = name;
  }

  public static PersistentVolumeBuilder volume(String name) {
    return new PersistentVolumeBuilder(name);
  }

  public PersistentVolumeBuilder of(String name) {
    storageClass = name;
    return this;
  }

  public PersistentVolumeBuilder size(String quantity) {
    size = quantity;
    return this;
  }

  public PersistentVolumeBuilder label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  public PersistentVolumeBuilder keptFor(String claimName) {
    claim = Optional.of(new ObjectReference("PersistentVolumeClaim", "default", claimName, ""));
    return this;
  }

  public PersistentVolumeBuilder reachedFrom(String... hosts) {
    NodeSelector.Requirement host =
        new NodeSelector.Requirement("kubernetes.io/hostname", "In", List.of(hosts));
    nodes = Optional.of(new NodeSelector(List.of(new NodeSelector.Term(List.of(host), List.of()))));
    return this;
  }

  public PersistentVolumeBuilder servedBy(String driver) {
    csi = Optional.of(new CsiSource(driver, name));
    return this;
  }

  public PersistentVolume build() {
    return new PersistentVolume(
        ObjectMeta.builder().name(name).labels(labels).build(),
        Resources.builder().put(ResourceName.STORAGE, Quantity.parse(size)).build(),
        storageClass,
        List.of("ReadWriteOnce"),
        "Filesystem",
        "",
        claim,
        nodes,
        claim.isPresent() ? "Bound" : "Available",
        csi);
  }
}
