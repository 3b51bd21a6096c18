package dev.plimsoll.stage.rights;

import com.google.gson.JsonObject;
import dev.plimsoll.testkit.json.JsonPaths;
import dev.plimsoll.testkit.plane.AdminApi;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The grants of roles to the service accounts of the product. */
public final class Grants {
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1";

  private Grants() {}

  /**
   * A right that a rule grants.
   *
   * @param account the service account
   * @param role the role's kind and name
   * @param rule the place of the rule in the role, from 0
   * @param right the right
   * @param names the objects that it is for; none for all
   */
  public record Grant(String account, String role, int rule, Right right, List<String> names) {

    public Grant {
      names = List.copyOf(names);
    }

    /** Returns whether a request took this right. */
    boolean covers(AuditLog.Asked asked) {
      return account.equals(asked.account())
          && right.equals(asked.right())
          && (names.isEmpty() || names.contains(asked.name()));
    }
  }

  /** Returns the present grants, except those of Kubernetes' own roles. */
  public static Set<Grant> of(AdminApi api) throws IOException {
    Set<Grant> grants = new LinkedHashSet<>();
    for (String kind : List.of("clusterrolebindings", "rolebindings")) {
      for (JsonObject binding : api.list(RBAC + "/" + kind)) {
        for (JsonObject subject : JsonPaths.objects(binding, "subjects")) {
          if (JsonPaths.text(subject, "kind").equals("ServiceAccount")
              && JsonPaths.text(subject, "namespace").equals("plimsoll")) {
            grants.addAll(granted(api, binding, JsonPaths.text(subject, "name")));
          }
        }
      }
    }
    return grants;
  }

  private static Set<Grant> granted(AdminApi api, JsonObject binding, String account)
      throws IOException {
    String role = JsonPaths.text(binding, "roleRef", "name");
    String kind = JsonPaths.text(binding, "roleRef", "kind");
    boolean everywhere = kind.equals("ClusterRole");
    String path =
        everywhere
            ? RBAC + "/clusterroles/" + role
            : RBAC
                + "/namespaces/"
                + JsonPaths.text(binding, "metadata", "namespace")
                + "/roles/"
                + role;
    Set<Grant> grants = new LinkedHashSet<>();
    if (!role.startsWith("plimsoll") || !api.isThere(path)) {
      return grants;
    }
    List<JsonObject> rules = JsonPaths.objects(api.get(path), "rules");
    for (int i = 0; i < rules.size(); i++) {
      JsonObject rule = rules.get(i);
      for (String group : JsonPaths.strings(rule, "apiGroups")) {
        for (String resource : JsonPaths.strings(rule, "resources")) {
          for (String verb : JsonPaths.strings(rule, "verbs")) {
            Right right = new Right(verb, group, resource);
            grants.add(
                new Grant(
                    account,
                    kind + " " + role,
                    i,
                    right,
                    JsonPaths.strings(rule, "resourceNames")));
          }
        }
      }
    }
    return grants;
  }
}
