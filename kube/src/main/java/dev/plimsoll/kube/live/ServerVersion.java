package dev.plimsoll.kube.live;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.json.JsonTreeReader;
import dev.plimsoll.kubernetes.version.KubernetesControlPlane;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The version that an API server says it has, or that it emulates. */
public final class ServerVersion {

  /**
   * The longest wait for the version. The request is the first one and costs the server little, so
   * it detects a server that hangs.
   */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  private ServerVersion() {}

  /**
   * Asks the API server; empty if it doesn't tell, or not in a form that is understood.
   *
   * @throws UnreachableException if there is no answer
   */
  public static Optional<KubernetesControlPlane> ask(Connection connection) {
    JsonTree info;
    try {
      info =
          connection
              .impatient(LONGEST)
              .get("/version", Map.of(), Connection.JSON, JsonPruning.NONE, JsonTreeReader::object);
    } catch (StatusException e) {
      return Optional.empty();
    }
    return KubernetesVersion.parse(info.text("emulationMajor") + "." + info.text("emulationMinor"))
        .or(() -> KubernetesVersion.parse(info.text("major") + "." + info.text("minor")))
        .or(() -> KubernetesVersion.parse(info.text("gitVersion")))
        .map(
            version ->
                KubernetesControlPlane.of(version, KubernetesControlPlane.Origin.API_SERVER));
  }
}
