package dev.plimsoll.advisor.live;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.plimsoll.advisor.live.ApiWriter.Mode;
import dev.plimsoll.advisor.live.WriteOutcome.Result;
import dev.plimsoll.advisor.recommend.AccountJson;
import dev.plimsoll.advisor.recommend.ManifestJson;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.model.tenancy.Share;
import dev.plimsoll.model.tenancy.Shares;
import dev.plimsoll.model.tenancy.decision.CeilingPlan;
import java.time.Instant;
import java.util.List;

/**
 * Writes the status of a CapacityPolicy: whether it is valid for the cluster, and the shares that
 * follow from it.
 */
public final class PolicyStatusWriter {
  private static final int LONGEST = 32_768;
  private static final int MOST_SHARES = 10_000;

  private final ApiWriter writer;
  private final Instant now;

  /**
   * Makes the writer.
   *
   * @param now the time to note down
   */
  public PolicyStatusWriter(Connection connection, Instant now) {
    this.writer = new ApiWriter(connection);
    this.now = now;
  }

  /**
   * Posts the shares that follow from the policy, and returns what became of that.
   *
   * @param plan what was decided: accounts, and what kept the decision from following what was seen
   */
  public WriteOutcome publishReady(JsonObject policy, Shares shares, CeilingPlan plan) {
    JsonArray list = new JsonArray();
    shares.all().stream().limit(MOST_SHARES).forEach(s -> list.add(share(s, plan)));
    JsonObject status = new JsonObject();
    status.add("shares", list);
    status.addProperty("sharesSummary", SharesSummary.of(shares));
    return write(
        policy,
        new StatusConditions(policy, now)
            .ready(true, "the policy is valid for this cluster")
            .decided(plan.notes()),
        status);
  }

  /**
   * Posts why the policy is not valid, and returns what became of that. The shares of the last
   * valid version stay, with the accounts that turns go by.
   */
  public WriteOutcome publishNotReady(JsonObject policy, String reason) {
    String message = reason.length() > LONGEST ? reason.substring(0, LONGEST) : reason;
    JsonObject status = JsonFields.object(policy, "status").deepCopy();
    status.keySet().retainAll(List.of("shares", "sharesSummary"));
    return write(policy, new StatusConditions(policy, now).ready(false, message), status);
  }

  private WriteOutcome write(
      JsonObject policy, StatusConditions statusConditions, JsonObject status) {
    String name = JsonFields.text(policy, "metadata", "name");
    status.addProperty("observedGeneration", statusConditions.generation());
    status.add("conditions", statusConditions.build());
    JsonObject document =
        ManifestJson.head(PolicyObject.TYPE.apiVersion(), PolicyObject.TYPE.kind(), "", name);
    document.add("status", status);
    String object = "the status of the policy " + name;
    try {
      writer.apply(ApiPaths.policy(name) + "/status", document, Mode.STORE);
      return new WriteOutcome(object, Result.DONE, "posted");
    } catch (StatusException e) {
      return WriteErrors.outcome(object, "change", e);
    }
  }

  private static JsonObject share(Share share, CeilingPlan plan) {
    JsonObject object = new JsonObject();
    object.addProperty("tenant", share.tenant());
    object.addProperty("resource", share.resource().name());
    object.addProperty("share", share.share().toString());
    object.addProperty("used", share.used().toString());
    plan.account(share.tenant(), share.resource())
        .ifPresent(account -> object.add("history", AccountJson.of(account)));
    return object;
  }
}
