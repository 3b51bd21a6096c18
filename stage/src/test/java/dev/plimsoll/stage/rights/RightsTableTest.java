package dev.plimsoll.stage.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RightsTableTest {
  private static final String EVENT =
      """
      {"user": {"username": "system:serviceaccount:plimsoll:a"}, "verb": "%s", "userAgent": "Kubernetes Java Client/25",
       "objectRef": {"resource": "leases", "apiGroup": "coordination.k8s.io", "namespace": "plimsoll", "name": "%s"},
       "annotations": {"authorization.k8s.io/decision": "%s"}}\
      """;

  @TempDir private Path folder;

  @BeforeEach
  void role() throws IOException {
    Path unused =
        Files.writeString(
            folder.resolve("role.yaml"),
            """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata:
              name: plimsoll-a
            rules:
              # The election.
              - apiGroups: [coordination.k8s.io]
                resources: [leases]
                verbs: [get, delete]
            """);
  }

  private RightsTable table(String... events) throws IOException {
    return new RightsTable(
        Set.of(grant("get", List.of("plimsoll-a")), grant("delete", List.of())),
        AuditLog.read(log(events)),
        folder);
  }

  private Path log(String... events) throws IOException {
    return Files.writeString(
        folder.resolve("audit.log"),
        String.join("\\n", events).replace("\\n", "\n").replaceAll("\n ", " "));
  }

  private static Grants.Grant grant(String verb, List<String> names) {
    return new Grants.Grant(
        "a", "Role plimsoll-a", 0, new Right(verb, "coordination.k8s.io", "leases"), names);
  }

  @Test
  void a_right_that_no_request_took_is_unused() throws IOException {
    RightsTable table = table(EVENT.formatted("get", "plimsoll-a", "allow"));

    assertThat(table.unused())
        .containsExactly("a: Role plimsoll-a grants leases.coordination.k8s.io delete");
    assertThat(table.missing()).isEmpty();
  }

  @Test
  void a_right_to_one_name_is_not_used_by_a_request_for_another() throws IOException {
    RightsTable table = table(EVENT.formatted("get", "other", "forbid"));

    assertThat(table.unused()).hasSize(2);
    assertThat(table.missing())
        .containsExactly("a lacks leases.coordination.k8s.io get plimsoll/other");
  }

  @Test
  void a_row_says_what_was_asked_and_has_the_comment_above_its_rule() throws IOException {
    RightsTable table =
        new RightsTable(
            Set.of(grant("get", List.of()), grant("delete", List.of())),
            AuditLog.read(log(EVENT.formatted("get", "plimsoll-a", "allow"))),
            folder);

    assertThat(table.markdown(List.of()))
        .contains("| [Role plimsoll-a](#role-plimsoll-a) | `a` | [")
        .contains("| `get` | `leases.coordination.k8s.io` | yes | The election. |")
        .contains("| `delete` | `leases.coordination.k8s.io` | no | The election. |");
  }

  @Test
  void a_role_without_an_account_is_asked_by_nobody() throws IOException {
    RightsTable table = new RightsTable(Set.of(), Set.of(), folder);

    assertThat(table.markdown(List.of()))
        .contains("| [Role plimsoll-a](#role-plimsoll-a) | none of Plimsoll | [")
        .contains("| `get`, `delete` | `leases.coordination.k8s.io` | - | The election. |");
  }

  @Test
  void resources_of_several_rules_share_a_row_if_all_else_is_the_same() throws IOException {
    Path role = folder.resolve("role.yaml");
    Path unused =
        Files.writeString(
            role,
            Files.readString(role)
                + """
                  - apiGroups: [""]
                    resources: [pods]
                    verbs: [get, delete]
                  # Another reason.
                  - apiGroups: [""]
                    resources: [nodes]
                    verbs: [get, delete]
                """);

    assertThat(new RightsTable(Set.of(), Set.of(), folder).markdown(List.of()))
        .contains(
            "| `get`, `delete` | `leases.coordination.k8s.io`, `pods` | - | The election. |\n"
                + "| `get`, `delete` | `nodes` | - | Another reason. |");
  }

  @Test
  void an_attempt_names_the_accounts_that_are_allowed_and_who_tried_if_not_all_did()
      throws IOException {
    assertThat(
            new RightsTable(Set.of(), Set.of(), folder)
                .markdown(
                    List.of(
                        attempt("a", "list Secrets", false),
                        attempt("b", "list Secrets", false),
                        attempt("a", "bind pods", true),
                        attempt("b", "bind pods", false),
                        attempt("a", "impersonate", false))))
        .contains("- `a`\n- `b`\n")
        .contains(
            """
            | bind pods | a |
            | impersonate | nobody; tried only by a |
            | list Secrets | nobody |
            """);
  }

  private static Escalations.Attempt attempt(String account, String what, boolean allowed) {
    return new Escalations.Attempt(account, what, allowed, allowed ? 200 : 403);
  }
}
