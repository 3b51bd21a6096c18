package dev.plimsoll.model.testing;

import dev.plimsoll.model.object.LabelSelector;
import dev.plimsoll.model.object.ObjectMeta;
import dev.plimsoll.model.object.PersistentVolumeClaim;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds claims of 1Gi in the namespace default for tests of placement. */
public final class PersistentVolumeClaimBuilder {
  private final ObjectMeta.Builder metadata = ObjectMeta.builder().namespace("default");
  private final Map<String, String> annotations = new HashMap<>();
  private String size = "1Gi";
  private Optional<String> storageClass = Optional.empty();
  private String volume = "";
  private Optional<LabelSelector> selector = Optional.empty();
  private List<String> accessModes = List.of("ReadWriteOnce");
  private String phase = "Pending";

  private PersistentVolumeClaimBuilder(String name) {
    metadata.name(name);
  }

  public static PersistentVolumeClaimBuilder claim(String name) {
    return new PersistentVolumeClaimBuilder(name);
  }

  public PersistentVolumeClaimBuilder of(String name) {
    storageClass = Optional.of(name);
    return this;
  }

  public PersistentVolumeClaimBuilder size(String quantity) {
    size = quantity;
    return this;
  }

  public PersistentVolumeClaimBuilder boundTo(String name) {
    annotations.put(PersistentVolumeClaim.BIND_COMPLETED_ANNOTATION, "yes");
    phase = "Bound";
    return keptFor(name);
  }

  public PersistentVolumeClaimBuilder keptFor(String name) {
    volume = name;
    return this;
  }

  public PersistentVolumeClaimBuilder lost() {
    phase = "Lost";
    return this;
  }

  public PersistentVolumeClaimBuilder deleted() {
    metadata.deletionTimestamp(Optional.of(Instant.EPOCH));
    return this;
  }

  public PersistentVolumeClaimBuilder selects(String key, String value) {
    selector = Optional.of(new LabelSelector(Map.of(key, value), List.of()));
    return this;
  }

  public PersistentVolumeClaimBuilder selectedNode(String node) {
    annotations.put(PersistentVolumeClaim.SELECTED_NODE_ANNOTATION, node);
    return this;
  }

  public PersistentVolumeClaimBuilder modes(String... modes) {
    accessModes = List.of(modes);
    return this;
  }

  public PersistentVolumeClaim build() {
    return new PersistentVolumeClaim(
        metadata.annotations(annotations).build(),
        Resources.builder().put(ResourceName.STORAGE, Quantity.parse(size)).build(),
        storageClass,
        volume,
        "Filesystem",
        selector,
        accessModes,
        "",
        phase,
        Resources.EMPTY,
        "",
        "");
  }
}
