package dev.plimsoll.kube.conform;

import com.google.gson.JsonObject;
import java.util.Locale;
import java.util.Set;

/** Where the API server has objects. */
public final class ManifestPaths {
  private static final Set<String> OF_CLUSTER =
      Set.of(
          "Node",
          "PersistentVolume",
          "StorageClass",
          "CSINode",
          "CSIDriver",
          "VolumeAttachment",
          "PriorityClass",
          "RuntimeClass",
          "DeviceClass",
          "ResourceSlice",
          "Namespace");

  private ManifestPaths() {}

  /** Returns the path of the list that an object belongs to. */
  public static String list(JsonObject object) {
    String apiVersion = object.get("apiVersion").getAsString();
    String kind = object.get("kind").getAsString();
    String root = apiVersion.equals("v1") ? "/api/v1" : "/apis/" + apiVersion;
    String namespace =
        OF_CLUSTER.contains(kind)
            ? ""
            : "/namespaces/" + Json.text(Json.child(object, "metadata"), "namespace");
    return root + namespace + "/" + plural(kind);
  }

  /** Returns the path of an object. */
  public static String object(JsonObject object) {
    return list(object) + "/" + Json.name(object);
  }

  private static String plural(String kind) {
    String lower = kind.toLowerCase(Locale.ROOT);
    return lower.endsWith("s") ? lower + "es" : lower + "s";
  }
}
