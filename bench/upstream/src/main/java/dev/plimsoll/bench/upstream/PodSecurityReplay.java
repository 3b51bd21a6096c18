package dev.plimsoll.bench.upstream;

import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.admission.podsecurity.PodSecurityPolicy;
import dev.plimsoll.kubernetes.object.Pod;
import java.util.Map;

/** Replays the verdicts of the Pod Security Standards, text by text. */
final class PodSecurityReplay implements Replay {

  private static final Comparison APP_ARMOR =
      new Comparison.SetAside(
          "an annotation for AppArmor without the field that an API server sets with it");
  private static final Comparison NO_SOURCE =
      new Comparison.SetAside("a volume of a type that no API server takes");

  @Override
  public Comparison compare(Call call) {
    JsonObject json = call.json().getAsJsonObject("pod");
    if (hasAppArmorAnnotation(json)) {
      return APP_ARMOR;
    }
    if (hasVolumeWithoutSource(json)) {
      return NO_SOURCE;
    }
    PodSecurityPolicy policy =
        PodSecurityPolicy.PRIVILEGED.with(
            Map.of(
                "pod-security.kubernetes.io/enforce",
                call.text("level"),
                "pod-security.kubernetes.io/enforce-version",
                "v1." + call.text("minor")));
    String prefix = "violates PodSecurity \"" + policy + "\": ";
    String out = call.text("out");
    return Comparison.of(
        out.isEmpty() ? "" : prefix + out,
        policy
            .violations(call.object("pod", Pod.class, Pod.TYPE), call.version().minor())
            .orElse(""));
  }

  private static boolean hasAppArmorAnnotation(JsonObject pod) {
    JsonObject metadata = pod.getAsJsonObject("metadata");
    return metadata.has("annotations")
        && metadata.getAsJsonObject("annotations").keySet().stream()
            .anyMatch(key -> key.startsWith(Pod.APP_ARMOR_ANNOTATION));
  }

  private static boolean hasVolumeWithoutSource(JsonObject pod) {
    JsonObject spec = pod.getAsJsonObject("spec");
    return spec.has("volumes")
        && spec.getAsJsonArray("volumes").asList().stream()
            .anyMatch(volume -> volume.getAsJsonObject().size() < 2);
  }
}
