package dev.plimsoll.stage.rights;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import dev.plimsoll.testkit.plane.ControlPlane;
import java.util.ArrayList;
import java.util.List;

/** The attempts of a thief of a role's token. */
public final class Escalations {
  private static final String JSON = "application/json";
  private static final String MERGE = "application/merge-patch+json";
  private static final String STRATEGIC = "application/strategic-merge-patch+json";
  private static final String TOKEN =
      """
      {"metadata": {"name": "stolen", "annotations":
        {"kubernetes.io/service-account.name": "default"}}, "type": "kubernetes.io/service-account-token"}
      """;
  private static final String WEBHOOK =
      """
      {"webhooks": [{"name": "stolen.example.com", "sideEffects": "None", "failurePolicy": "Ignore",
        "admissionReviewVersions": ["v1"], "clientConfig": {"url": "https://example.com/"},
        "rules": [{"operations": ["CREATE"], "apiGroups": [""], "apiVersions": ["v1"],
          "resources": ["secrets"]}]}]}
      """;
  private static final String WEBHOOKS = "/apis/admissionregistration.k8s.io/v1";
  private static final String ACCESS =
      "{\"spec\": {\"resourceAttributes\": {\"verb\": \"%s\", \"group\": \"%s\", \"resource\": \"%s\"}}}";
  private static final String POD =
      """
      {"metadata": {"name": "stolen"}, "spec": {"containers": [{"name": "main", "image": "x"}]}}
      """;

  private Escalations() {}

  /**
   * An attempt.
   *
   * @param account the service account whose token is used
   * @param what what is tried
   * @param allowed whether the API server would do it
   * @param code its HTTP status
   */
  public record Attempt(String account, String what, boolean allowed, int code) {}

  private record Try(String what, String method, String path, String type, String body) {}

  private static List<Try> all(String account) {
    String own = "/api/v1/namespaces/plimsoll";
    String roles = "/apis/rbac.authorization.k8s.io/v1/";
    String binding =
        """
        {"metadata": {"name": "stolen"}, "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole",
          "name": "cluster-admin"}, "subjects": [{"kind": "ServiceAccount", "name": "%s", "namespace": "plimsoll"}]}
        """
            .formatted(account);
    String image = "{\"spec\": {\"containers\": [{\"name\": \"main\", \"image\": \"stolen\"}]}}";
    return List.of(
        new Try(
            "a token of another account",
            "POST",
            "/api/v1/namespaces/kube-system/serviceaccounts/default/token",
            JSON,
            "{}"),
        new Try(
            "a token of another account of the namespace",
            "POST",
            own + "/serviceaccounts/default/token",
            JSON,
            "{}"),
        new Try("list all Secrets", "GET", "/api/v1/secrets", JSON, ""),
        new Try("list the namespace's Secrets", "GET", own + "/secrets", JSON, ""),
        new Try(
            "read somebody's Secret by name",
            "GET",
            own + "/secrets/plimsoll-console-tls",
            JSON,
            ""),
        new Try(
            "read the admission CA's Secret",
            "GET",
            own + "/secrets/plimsoll-admission-ca",
            JSON,
            ""),
        new Try("create a pod in the namespace", "POST", own + "/pods", JSON, POD),
        new Try(
            "create a pod in kube-system",
            "POST",
            "/api/v1/namespaces/kube-system/pods",
            JSON,
            POD),
        new Try("bind cluster-admin", "POST", roles + "clusterrolebindings", JSON, binding),
        new Try(
            "change a ClusterRole",
            "PATCH",
            roles + "clusterroles/view",
            MERGE,
            "{\"metadata\": {\"labels\": {\"a\": \"b\"}}}"),
        new Try(
            "change a tenant's pod's image",
            "PATCH",
            "/api/v1/namespaces/tenant/pods/victim",
            STRATEGIC,
            image),
        new Try(
            "label a tenant's pod",
            "PATCH",
            "/api/v1/namespaces/tenant/pods/victim",
            MERGE,
            "{\"metadata\": {\"labels\": {\"stolen\": \"yes\"}}}"),
        new Try(
            "delete a tenant's pod", "DELETE", "/api/v1/namespaces/tenant/pods/victim", JSON, ""),
        new Try(
            "bind a tenant's pod to a node",
            "POST",
            "/api/v1/namespaces/tenant/pods/victim/binding",
            JSON,
            "{\"target\": {\"name\": \"gpu-1\"}}"),
        new Try(
            "change a tenant's quota",
            "PATCH",
            "/api/v1/namespaces/tenant/resourcequotas/gpus",
            MERGE,
            "{\"spec\": {\"hard\": {\"pods\": \"1000\"}}}"),
        new Try("make a Secret that becomes a token", "POST", own + "/secrets", JSON, TOKEN),
        new Try(
            "add a webhook for Secrets to its own",
            "PATCH",
            WEBHOOKS + "/validatingwebhookconfigurations/plimsoll-admission",
            STRATEGIC,
            WEBHOOK),
        new Try(
            "change its own webhook's rules",
            "PATCH",
            WEBHOOKS + "/validatingwebhookconfigurations/plimsoll-admission",
            STRATEGIC,
            "{\"webhooks\": [{\"name\": \"quota.plimsoll.dev\", \"rules\": null}]}"),
        new Try(
            "change another webhook",
            "PATCH",
            WEBHOOKS + "/validatingwebhookconfigurations/others",
            MERGE,
            "{\"metadata\": {\"annotations\": {\"a\": \"b\"}}}"),
        new Try(
            "delete its own webhook",
            "DELETE",
            WEBHOOKS + "/validatingwebhookconfigurations/plimsoll-admission",
            JSON,
            ""));
  }

  /** Tries all with the token of an account: as dry runs, so that nothing changes. */
  public static List<Attempt> of(ControlPlane plane, String account) throws Exception {
    JsonObject answer =
        plane
            .api()
            .create("/api/v1/namespaces/plimsoll/serviceaccounts/" + account + "/token", "{}");
    AdminApi stolen = plane.api(JsonPaths.text(answer, "status", "token"));
    List<Attempt> attempts = new ArrayList<>();
    for (Try each : all(account)) {
      boolean reads = each.method().equals("GET");
      String path = reads ? each.path() : each.path() + "?dryRun=All";
      AdminApi.Answer tried = stolen.exchange(each.method(), path, each.type(), each.body());
      // Rights come first: what is invalid or missing was allowed. Admission policies answer 422.
      boolean denied =
          tried.code() == 403
              || tried.code() == 401
              || JsonPaths.text(tried.body(), "message").contains("denied request");
      attempts.add(new Attempt(account, each.what(), !denied, tried.code()));
    }
    for (String verb : List.of("impersonate users", "escalate clusterroles", "bind clusterroles")) {
      attempts.add(review(stolen, account, verb));
    }
    return attempts;
  }

  private static Attempt review(AdminApi stolen, String account, String what) throws Exception {
    String[] words = what.split(" ");
    String group = words[1].equals("users") ? "" : "rbac.authorization.k8s.io";
    AdminApi.Answer answer =
        stolen.exchange(
            "POST",
            "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            JSON,
            ACCESS.formatted(words[0], group, words[1]));
    boolean allowed = JsonPaths.text(answer.body(), "status", "allowed").equals("true");
    return new Attempt(account, what, allowed, answer.code());
  }
}
