package dev.plimsoll.bench.upstream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.plimsoll.kubernetes.object.AdmissionRequest;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.quota.LimitedResource;
import dev.plimsoll.kubernetes.quota.QuotaAccount;
import dev.plimsoll.kubernetes.quota.QuotaOutcome;
import dev.plimsoll.kubernetes.quota.ResourceQuotaAdmission;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Replays what the ResourceQuota plug-in decides on requests, and what it charges. */
final class QuotaCheckReplay {
  private static final String FORBIDDEN = " is forbidden: ";

  private QuotaCheckReplay() {}

  static Comparison compare(QuotaCall quota) {
    Call call = quota.call();
    if (!call.has("object")) {
      return new Comparison.SetAside("the object is of a kind that quota only counts");
    }
    Optional<AdmissionRequest> request = quota.request();
    if (request.isEmpty()) {
      return new Comparison.SetAside("the request deletes an object or connects to one");
    }
    List<ResourceQuota> quotas = new ArrayList<>();
    for (ApiObject each : call.objects("quotas", ResourceQuota.TYPE)) {
      quotas.add((ResourceQuota) each);
    }
    QuotaOutcome outcome =
        new ResourceQuotaAdmission(limited(call), q -> q)
            .check(quota.cluster(), request.get(), quotas);
    return Comparison.of(kubernetes(call), text(outcome, quotas));
  }

  private static List<LimitedResource> limited(Call call) {
    List<LimitedResource> limited = new ArrayList<>();
    if (call.has("limited")) {
      for (JsonElement each : call.json().getAsJsonArray("limited")) {
        JsonObject json = each.getAsJsonObject();
        List<String> contains = new ArrayList<>();
        if (json.has("MatchContains") && !json.get("MatchContains").isJsonNull()) {
          json.getAsJsonArray("MatchContains").forEach(c -> contains.add(c.getAsString()));
        }
        limited.add(
            new LimitedResource(
                new GroupResource(
                    json.has("apiGroup") ? json.get("apiGroup").getAsString() : "",
                    json.get("resource").getAsString()),
                contains,
                json.has("matchScopes")
                    ? QuotaCall.scopes(json.getAsJsonArray("matchScopes"))
                    : List.of()));
      }
    }
    return limited;
  }

  private static String kubernetes(Call call) {
    String error = call.text("error");
    if (!error.isEmpty()) {
      int at = error.indexOf(FORBIDDEN);
      return at < 0 ? error : error.substring(at + FORBIDDEN.length());
    }
    StringBuilder used = new StringBuilder();
    for (JsonElement each : call.json().getAsJsonArray("out")) {
      JsonObject quota = each.getAsJsonObject();
      JsonObject status = quota.getAsJsonObject("status");
      used.append(quota.getAsJsonObject("metadata").get("name").getAsString())
          .append(": ")
          .append(
              status.has("used")
                  ? QuotaCall.resources(status.getAsJsonObject("used")).toString()
                  : "")
          .append("; ");
    }
    return used.toString();
  }

  private static String text(QuotaOutcome outcome, List<ResourceQuota> quotas) {
    if (outcome instanceof QuotaOutcome.Denied denied) {
      return denied.denial().message();
    }
    StringBuilder used = new StringBuilder();
    for (ResourceQuota quota : quotas) {
      used.append(quota.name())
          .append(": ")
          .append(
              outcome.accounts().stream()
                  .filter(a -> a.quota().equals(quota.name()) && !a.requested().isEmpty())
                  .map(QuotaAccount::after)
                  .findFirst()
                  .orElse(quota.status().used()))
          .append("; ");
    }
    return used.toString();
  }
}
