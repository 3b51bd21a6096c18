package dev.plimsoll.admission.review;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.AdmissionRequest.Operation;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.model.gate.GatedTenants;
import dev.plimsoll.model.gate.ShareGate;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import dev.plimsoll.server.metrics.MetricsRegistry;
import io.prometheus.metrics.core.metrics.Counter;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Answers AdmissionReviews of new pods by giving those of gated tenants a scheduling gate, and all
 * others nothing. Unreadable requests are allowed unchanged; the API server rejects them itself.
 */
public final class GateRoutes {
  private static final System.Logger LOG = System.getLogger(GateRoutes.class.getName());
  private static final String GATES = "/spec/schedulingGates";

  private final Supplier<GatedTenants> tenants;
  private final Counter added;
  private final LogOnce log = new LogOnce(LOG, Ticker.SYSTEM);

  /**
   * Makes the routes.
   *
   * @param tenants whose pods are gated now
   */
  public GateRoutes(Supplier<GatedTenants> tenants, MetricsRegistry registry) {
    this.tenants = tenants;
    this.added =
        registry.register(
            Counter.builder()
                .name("plimsoll_admission_gates_added")
                .help("Answers that gave a new pod the gate.")
                .build());
  }

  /** Returns the routes. */
  public List<Route> all() {
    return List.of(Route.post("/admission/mutate", this::mutate));
  }

  private Reply mutate(Call call) {
    try {
      return Reply.json(answer(IncomingReview.read(call.body())));
    } catch (InvalidReviewException e) {
      log("an AdmissionReview is not answered", String.valueOf(e.getMessage()));
      return Reply.error(400, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return Reply.error(400, "the body can't be read");
    }
  }

  private byte[] answer(IncomingReview review) {
    try {
      Optional<Pod> gated = review.request().flatMap(GateRoutes::created).filter(this::isToBeGated);
      if (gated.isEmpty()) {
        return ReviewAnswer.allowed(review, List.of());
      }
      added.inc();
      return ReviewAnswer.patched(review, patch(gated.get()));
    } catch (InvalidReviewException e) {
      log("a pod is not gated as it can't be read", String.valueOf(e.getMessage()));
      return ReviewAnswer.allowed(review, List.of());
    }
  }

  /** Gates can only be given to new pods. */
  private static Optional<Pod> created(AdmissionRequest request) {
    return request.operation() == Operation.CREATE
            && request.subresource().isEmpty()
            && request.object() instanceof Pod pod
        ? Optional.of(pod)
        : Optional.empty();
  }

  private boolean isToBeGated(Pod pod) {
    return !ShareGate.isOn(pod) && tenants.get().gate(pod);
  }

  private static JsonArray patch(Pod pod) {
    JsonObject gate = new JsonObject();
    gate.addProperty("name", ShareGate.NAME);
    JsonArray gates = new JsonArray();
    gates.add(gate);
    boolean isFirst = pod.spec().schedulingGates().isEmpty();
    JsonObject add = new JsonObject();
    add.addProperty("op", "add");
    add.addProperty("path", isFirst ? GATES : GATES + "/-");
    add.add("value", isFirst ? gates : gate);
    JsonArray patch = new JsonArray();
    patch.add(add);
    return patch;
  }

  /** Logs a lasting problem once. */
  private void log(String what, String problem) {
    log.warn(what + ": " + problem);
  }
}
