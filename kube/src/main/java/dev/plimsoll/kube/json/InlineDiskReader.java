package dev.plimsoll.kube.json;

import dev.plimsoll.kubernetes.object.InlineDisk;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the disks that pods name themselves, of those types that kube-scheduler compares. */
final class InlineDiskReader {
  private InlineDiskReader() {}

  static List<InlineDisk> disks(Fields spec) {
    List<InlineDisk> disks = new ArrayList<>();
    for (Fields volume : spec.list("volumes", v -> v)) {
      volume
          .optional("gcePersistentDisk")
          .ifPresent(d -> disks.add(disk("gcePersistentDisk", d, d.string("pdName"))));
      volume
          .optional("awsElasticBlockStore")
          .ifPresent(d -> disks.add(disk("awsElasticBlockStore", d, d.string("volumeID"))));
      volume.optional("iscsi").ifPresent(d -> disks.add(disk("iscsi", d, d.string("iqn"))));
      volume.optional("rbd").ifPresent(d -> disks.add(rbd(d)));
    }
    return disks;
  }

  private static InlineDisk disk(String type, Fields disk, String identity) {
    return new InlineDisk(type, identity, Set.of(), disk.bool("readOnly"));
  }

  private static InlineDisk rbd(Fields disk) {
    return new InlineDisk(
        "rbd",
        disk.string("pool", "rbd") + "/" + disk.string("image"),
        Set.copyOf(disk.strings("monitors")),
        disk.bool("readOnly"));
  }
}
