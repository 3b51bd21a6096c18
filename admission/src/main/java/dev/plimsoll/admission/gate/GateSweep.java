package dev.plimsoll.admission.gate;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.ListPager;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.gate.ShareGate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Removes the gate {@code plimsoll.dev/share} from all pods, regardless of their tenants' shares. A
 * pod that changes meanwhile is read and tried again.
 */
public final class GateSweep {
  private static final int ROUNDS = 20;

  private final Connection connection;
  private final boolean isDryRun;

  /** Removes gates over a connection; in a dry run, the API server only says that it would. */
  public GateSweep(Connection connection, boolean isDryRun) {
    this.connection = connection;
    this.isDryRun = isDryRun;
  }

  /**
   * Removes the gates.
   *
   * @return how many pods had one
   * @throws StatusException if the API server denies it, or pods go on to change
   * @throws dev.plimsoll.kube.live.UnreachableException if it doesn't answer
   */
  public int run() throws StatusException {
    int removed = 0;
    Optional<StatusException> conflict = Optional.empty();
    for (int round = 0; round < ROUNDS; round++) {
      List<JsonTree> gated = gated();
      for (JsonTree pod : gated) {
        conflict = remove(pod);
        removed += conflict.isEmpty() ? 1 : 0;
      }
      if (gated.isEmpty() || isDryRun) {
        return removed;
      }
    }
    throw new StatusException(
        StatusException.CONFLICT,
        "pods changed each of %d times; the last answer was %s"
            .formatted(ROUNDS, conflict.map(Throwable::getMessage).orElse("a new gate")));
  }

  /** Returns why not, if the pod is another one than was listed. */
  private Optional<StatusException> remove(JsonTree pod) throws StatusException {
    JsonTree metadata = pod.object("metadata");
    try {
      JsonObject unused =
          connection.write(
              "PATCH",
              "/api/v1/namespaces/%s/pods/%s"
                  .formatted(metadata.text("namespace"), metadata.text("name")),
              isDryRun ? Map.of("dryRun", "All") : Map.of(),
              Connection.JSON_PATCH,
              KubePodGates.patch(
                  metadata.text("resourceVersion"),
                  gates(pod),
                  metadata.object("annotations").has(ShareGate.WAITS_FOR)));
      return Optional.empty();
    } catch (StatusException e) {
      if (KubePodGates.OUTDATED.contains(e.code())) {
        return Optional.of(e);
      }
      throw e;
    }
  }

  private static List<String> gates(JsonTree pod) {
    return pod.object("spec").objects("schedulingGates").stream()
        .map(gate -> gate.text("name"))
        .toList();
  }

  private List<JsonTree> gated() throws StatusException {
    List<JsonTree> gated = new ArrayList<>();
    ListPager.PageConsumer pages =
        new ListPager.PageConsumer() {
          @Override
          public void accept(List<JsonTree> items) {
            items.stream().filter(pod -> gates(pod).contains(ShareGate.NAME)).forEach(gated::add);
          }

          @Override
          public void restart() {
            gated.clear();
          }
        };
    String unusedVersion =
        new ListPager(connection, JsonPruning.FOR_RULES, Connection.JSON)
            .read(KubePodGates.PODS, Optional.empty(), pages);
    return gated;
  }
}
