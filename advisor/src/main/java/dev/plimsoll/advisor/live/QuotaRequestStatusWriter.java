package dev.plimsoll.advisor.live;

import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApiWriter.Mode;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.ManifestJson;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.object.QuotaRequest;
import dev.plimsoll.model.tenancy.DecidedRequest;
import dev.plimsoll.model.tenancy.QuotaRequests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes into the status of QuotaRequests whether they are approved, and whether they ended. */
public final class QuotaRequestStatusWriter {
  private final ApiWriter writer;
  private final Instant now;

  /**
   * Makes the writer.
   *
   * @param now the time to note down
   */
  public QuotaRequestStatusWriter(Connection connection, Instant now) {
    this.writer = new ApiWriter(connection);
    this.now = now;
  }

  /** Writes what has changed, and returns what became of that. */
  public List<WriteOutcome> publish(QuotaRequests requests) {
    List<WriteOutcome> outcomes = new ArrayList<>();
    requests.all().forEach(r -> publish(r).ifPresent(outcomes::add));
    return List.copyOf(outcomes);
  }

  private Optional<WriteOutcome> publish(DecidedRequest decided) {
    QuotaRequest request = decided.request();
    String object = "the status of the request " + request.namespace() + "/" + request.name();
    String path = ApiPaths.request(request.namespace(), request.name());
    try {
      Optional<StatusConditions> changed =
          writer
              .get(path)
              .filter(o -> JsonFields.text(o, "metadata", "uid").equals(request.metadata().uid()))
              .map(o -> new StatusConditions(o, now).decided(decided.outcome(), decided.message()))
              .filter(c -> !c.areStored());
      if (changed.isEmpty()) {
        return Optional.empty();
      }
      JsonObject document =
          ManifestJson.head(
              QuotaRequest.TYPE.apiVersion(),
              QuotaRequest.TYPE.kind(),
              request.namespace(),
              request.name());
      document.add("status", changed.get().status());
      writer.apply(path + "/status", document, Mode.STORE);
      return Optional.of(new WriteOutcome(object, Result.DONE, "posted"));
    } catch (StatusException e) {
      return Optional.of(WriteErrors.outcome(object, "change", e));
    }
  }
}
