package dev.plimsoll.stage.rights;

import dev.plimsoll.stage.install.Ways;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares what roles grant with what was asked, and tells it as a document. */
public final class RightsTable {
  private static final String HEAD =
      """
      # Rights

      `stage/run --rights` writes this page. It installs every role on a real control plane, uses all features, and reads the audit log.
      *Asked* says whether a request on the stage took the right. A right that no request took has its reason here.
      """;

  private final Set<Grants.Grant> grants;
  private final Set<AuditLog.Asked> asked;
  private final RoleComments comments;
  private final Map<String, String> explained;

  /**
   * Creates a table.
   *
   * @param grants what was granted at some time
   * @param asked what was asked
   */
  public RightsTable(Set<Grants.Grant> grants, Set<AuditLog.Asked> asked, RoleComments comments)
      throws IOException {
    this.grants = Set.copyOf(grants);
    this.asked = Set.copyOf(asked);
    this.comments = comments;
    this.explained = explained();
  }

  /** Rights that the stage doesn't use, by role and right, with the reason. */
  private static Map<String, String> explained() throws IOException {
    Map<String, String> all = new HashMap<>();
    try (InputStream in = RightsTable.class.getResourceAsStream("explained.yaml")) {
      if (in == null) {
        throw new IllegalStateException("There is no explained.yaml.");
      }
      String yaml = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Ways.documents(yaml)
          .forEach(
              each ->
                  JsonPaths.strings(each, "rights")
                      .forEach(
                          right ->
                              all.put(
                                  JsonPaths.text(each, "role") + " " + right,
                                  JsonPaths.text(each, "why"))));
    }
    return all;
  }

  private boolean isUsed(Grants.Grant grant) {
    return asked.stream().anyMatch(each -> !each.denied() && grant.covers(each));
  }

  private String reason(Grants.Grant grant) {
    return explained.getOrDefault(grant.role() + " " + grant.right(), "");
  }

  /** Returns each right that nothing used and that isn't explained. */
  public List<String> unused() {
    return grants.stream()
        .filter(grant -> !isUsed(grant) && reason(grant).isEmpty())
        .map(
            grant ->
                grant.account() + ": " + grant.role() + " grants " + grant.right() + named(grant))
        .sorted()
        .distinct()
        .toList();
  }

  /** Returns each request that was denied, and that no role grants while it is bound. */
  public List<String> missing() {
    return asked.stream()
        .filter(AuditLog.Asked::denied)
        // At the start and at the end, pods may run without their bindings.
        .filter(each -> grants.stream().noneMatch(grant -> grant.covers(each)))
        .map(
            each ->
                each.account()
                    + " lacks "
                    + each.right()
                    + " "
                    + each.namespace()
                    + "/"
                    + each.name())
        .sorted()
        .distinct()
        .toList();
  }

  private static String named(Grants.Grant grant) {
    return grant.names().isEmpty() ? "" : " of " + String.join(", ", grant.names());
  }

  /** Returns the document. */
  public String markdown(List<Escalations.Attempt> attempts) {
    StringBuilder text = new StringBuilder(HEAD);
    Map<String, List<Grants.Grant>> byRole = new TreeMap<>();
    grants.forEach(
        each ->
            byRole
                .computeIfAbsent(each.account() + "` by `" + each.role(), k -> new ArrayList<>())
                .add(each));
    byRole.forEach((role, all) -> text.append(section(role, all)));
    return text.append(stolen(attempts)).toString();
  }

  private String section(String role, List<Grants.Grant> all) {
    StringBuilder text =
        new StringBuilder(
            "\n## `" + role + "`\n\n| resource | verbs | asked | why |\n|---|---|---|---|\n");
    Map<String, List<Grants.Grant>> lines = new TreeMap<>();
    for (Grants.Grant each : all) {
      String why = reason(each).isEmpty() ? comments.of(each.role(), each.rule()) : reason(each);
      String line =
          "| "
              + each.right().resourceAndGroup()
              + named(each)
              + " | %s | "
              + (isUsed(each) ? "yes" : "no")
              + " | "
              + why
              + " |";
      lines.computeIfAbsent(line, k -> new ArrayList<>()).add(each);
    }
    lines.forEach(
        (line, rights) ->
            text.append(
                    line.replace(
                        "%s",
                        rights.stream()
                            .map(it -> it.right().verb())
                            .distinct()
                            .sorted()
                            .collect(Collectors.joining(", "))))
                .append('\n'));
    return text.toString();
  }

  private static String stolen(List<Escalations.Attempt> attempts) {
    StringBuilder text =
        new StringBuilder(
            "\n## What a stolen token can do\n\nEach was tried with each account's token, as a dry run.\n\n| tried | allowed to | denied to |\n|---|---|---|\n");
    Map<String, Set<String>> allowed = new TreeMap<>();
    Map<String, Set<String>> denied = new TreeMap<>();
    for (Escalations.Attempt each : attempts) {
      (each.allowed() ? allowed : denied)
          .computeIfAbsent(each.what(), k -> new TreeSet<>())
          .add(each.account());
      allowed.putIfAbsent(each.what(), new TreeSet<>());
    }
    allowed.forEach(
        (what, accounts) ->
            text.append("| ")
                .append(what)
                .append(" | ")
                .append(accounts.isEmpty() ? "nobody" : String.join(", ", accounts))
                .append(" | ")
                .append(String.join(", ", denied.getOrDefault(what, Set.of())))
                .append(" |\n"));
    return text.toString();
  }
}
