package dev.plimsoll.bench.conformance;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.conform.Draw;
import dev.plimsoll.kube.conform.Json;
import java.util.ArrayList;
import java.util.List;

/** Made-up storage: volumes of a CSI driver with claims on them, and what nodes take of them. */
final class VolumeManifests {
  private static final String DRIVER = "csi.example.com";
  private static final int CLAIMS = 6;

  private final Draw draw;
  private final int series;

  /** Makes them, with names of their own: what is deleted is there for a while. */
  VolumeManifests(Draw draw) {
    this.draw = draw;
    this.series = draw.between(0, 9_999_999);
  }

  /** Returns volumes, claims on them, limits of nodes, and what is attached without a pod. */
  List<JsonObject> objects(List<JsonObject> nodes) {
    List<JsonObject> objects = new ArrayList<>();
    for (int i = 0; i < CLAIMS; i++) {
      objects.add(volume(i));
      objects.add(claim(i));
    }
    for (JsonObject node : nodes) {
      if (draw.percent(80)) {
        objects.add(limits(Json.name(node)));
      }
      if (draw.percent(40)) {
        objects.add(attachment(Json.name(node), draw.between(0, CLAIMS - 1)));
      }
    }
    return objects;
  }

  private JsonObject volume(int index) {
    JsonObject volume = Json.manifest("v1", "PersistentVolume", "v" + series + "-" + index);
    JsonObject claim = Json.object("namespace", "default", "name", "c" + series + "-" + index);
    JsonObject spec =
        Json.object(
            "capacity", Json.object("storage", "1Gi"),
            "accessModes", Json.array("ReadWriteMany"),
            "storageClassName", "none",
            "claimRef", claim,
            "csi",
                Json.object(
                    "driver",
                    draw.percent(85) ? DRIVER : "other.example.com",
                    "volumeHandle",
                    "h" + index));
    if (draw.percent(20)) {
      JsonObject expression =
          Json.object(
              "key",
              NodeManifests.ZONE,
              "operator",
              "In",
              "values",
              Json.array(draw.of("za", "zb")));
      spec.add(
          "nodeAffinity",
          Json.object(
              "required",
              Json.object(
                  "nodeSelectorTerms",
                  Json.array(Json.object("matchExpressions", Json.array(expression))))));
    }
    volume.add("spec", spec);
    return volume;
  }

  private JsonObject claim(int index) {
    JsonObject claim =
        Json.manifest("v1", "PersistentVolumeClaim", "default", "c" + series + "-" + index);
    claim.add(
        "spec",
        Json.object(
            "accessModes",
            Json.array("ReadWriteMany"),
            "storageClassName",
            "none",
            "volumeName",
            "v" + series + "-" + index,
            "resources",
            Json.object("requests", Json.object("storage", "1Gi"))));
    return claim;
  }

  private JsonObject limits(String node) {
    JsonObject csiNode = Json.manifest("storage.k8s.io/v1", "CSINode", node);
    JsonObject driver = Json.object("name", DRIVER, "nodeID", node);
    if (draw.percent(85)) {
      driver.add("allocatable", Json.object("count", draw.between(1, 3)));
    }
    csiNode.add("spec", Json.object("drivers", Json.array(driver)));
    return csiNode;
  }

  private JsonObject attachment(String node, int index) {
    JsonObject attachment =
        Json.manifest("storage.k8s.io/v1", "VolumeAttachment", "a" + series + "-" + node);
    attachment.add(
        "spec",
        Json.object(
            "attacher", DRIVER,
            "nodeName", node,
            "source", Json.object("persistentVolumeName", "v" + series + "-" + index)));
    return attachment;
  }

  /** Adds volumes to a pod: claims, disks that it names itself, or both. */
  void addTo(JsonObject pod) {
    JsonArray volumes = new JsonArray();
    boolean claims = Json.text(Json.child(pod, "metadata"), "namespace").equals("default");
    for (int i = 0; claims && i < draw.between(0, 2); i++) {
      String name = "c" + series + "-" + draw.between(0, CLAIMS - 1);
      volumes.add(
          Json.object("name", "v" + i, "persistentVolumeClaim", Json.object("claimName", name)));
    }
    if (draw.percent(50)) {
      volumes.add(disk());
    }
    JsonObject spec = Json.child(pod, "spec");
    spec.add("volumes", volumes);
    if (draw.percent(15)) {
      JsonObject container = spec.getAsJsonArray("containers").get(0).getAsJsonObject();
      container.addProperty("restartPolicy", "Never");
      JsonObject codes = Json.object("operator", "In", "values", Json.array(42));
      container.add(
          "restartPolicyRules",
          Json.array(Json.object("action", "RestartAllContainers", "exitCodes", codes)));
    }
  }

  private JsonObject disk() {
    String id = draw.of("x", "x", "y");
    JsonObject volume = Json.object("name", "disk");
    JsonObject disk =
        switch (draw.between(0, 3)) {
          case 0 -> put(volume, "gcePersistentDisk", Json.object("pdName", id));
          case 1 -> put(volume, "awsElasticBlockStore", Json.object("volumeID", id));
          case 2 ->
              put(
                  volume,
                  "iscsi",
                  Json.object(
                      "targetPortal",
                      "10.0.0.1",
                      "iqn",
                      "iqn.2001-04.com.example:" + id,
                      "lun",
                      0));
          default ->
              put(
                  volume,
                  "rbd",
                  Json.object(
                      "monitors",
                      Json.array(draw.some(List.of("m1", "m2", "m3"), 1, 2).toArray()),
                      "image",
                      id));
        };
    if (draw.percent(50)) {
      disk.addProperty("readOnly", true);
    }
    return volume;
  }

  private static JsonObject put(JsonObject volume, String type, JsonObject disk) {
    volume.add(type, disk);
    return disk;
  }
}
