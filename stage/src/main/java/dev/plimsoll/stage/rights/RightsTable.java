package dev.plimsoll.stage.rights;

import dev.plimsoll.stage.install.Ways;
import dev.plimsoll.testkit.json.JsonPaths;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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

      `stage/run --rights` writes this page. The command installs every role on a real control plane, uses all features, and reads the audit log.

      - **may**, **what**: what the role grants.
      - **asked**: whether a request on the stage took the right. People and other programs use roles that have no account.
      - **why**: the comment of the manifest, or the reason why no request on the stage took the right.

      [What a stolen token can do](#what-a-stolen-token-can-do) is at the end. [security.md](security.md) describes each role.
      """;

  private final Set<Grants.Grant> grants;
  private final Set<AuditLog.Asked> asked;
  private final List<ShippedRole> roles;
  private final Path root;
  private final Map<String, String> explained;

  /**
   * Creates a table.
   *
   * @param grants what was granted at some time
   * @param asked what was asked
   * @param manifests the folder of the shipped roles
   */
  public RightsTable(Set<Grants.Grant> grants, Set<AuditLog.Asked> asked, Path manifests)
      throws IOException {
    this.grants = Set.copyOf(grants);
    this.asked = Set.copyOf(asked);
    this.roles = ShippedRole.read(manifests);
    this.root = manifests.resolve("..").toAbsolutePath().normalize();
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
    roles.forEach(role -> text.append(section(role)));
    return text.append(stolen(attempts)).toString();
  }

  private String section(ShippedRole role) {
    Path file = root.relativize(role.file().toAbsolutePath().normalize());
    List<Grants.Grant> granted =
        grants.stream().filter(grant -> grant.role().equals(role.name())).toList();
    Set<String> accounts =
        granted.stream()
            .map(grant -> "`" + grant.account() + "`")
            .collect(Collectors.toCollection(TreeSet::new));
    StringBuilder text =
        new StringBuilder(
            "\n## %s\n\nFile: [%s](../%s). %s.\n\n| may | what | asked | why |\n|---|---|---|---|\n"
                .formatted(
                    role.name(),
                    file,
                    file,
                    accounts.isEmpty()
                        ? "No account of Plimsoll has the role"
                        : "Account: " + String.join(", ", accounts)));
    role.rules().forEach(rule -> text.append(rows(role, rule, granted)));
    return text.toString();
  }

  /** Returns a row for each set of resources that share their verbs and the rest of the row. */
  private String rows(ShippedRole role, ShippedRole.Rule rule, List<Grants.Grant> granted) {
    Map<List<String>, List<String>> verbs = new LinkedHashMap<>();
    for (String verb : rule.verbs()) {
      for (Right right : rule.rights(verb)) {
        String rest =
            rest(new Grants.Grant("", role.name(), 0, right, rule.names()), rule, granted);
        verbs
            .computeIfAbsent(List.of(right.resourceAndGroup(), rest), k -> new ArrayList<>())
            .add(verb);
      }
      for (String path : rule.paths()) {
        verbs
            .computeIfAbsent(List.of(path, " | - | " + rule.comment()), k -> new ArrayList<>())
            .add(verb);
      }
    }
    Map<List<String>, List<String>> resources = new LinkedHashMap<>();
    verbs.forEach(
        (what, all) ->
            resources
                .computeIfAbsent(List.of(quoted(all), what.get(1)), k -> new ArrayList<>())
                .add(what.get(0)));
    return resources.entrySet().stream()
        .map(
            row ->
                "| %s | %s%s |\n"
                    .formatted(row.getKey().get(0), quoted(row.getValue()), row.getKey().get(1)))
        .collect(Collectors.joining());
  }

  /**
   * Returns the rest of a row after the resources: names, whether requests used the right, and why.
   */
  private String rest(Grants.Grant right, ShippedRole.Rule rule, List<Grants.Grant> granted) {
    boolean used =
        granted.stream()
            .filter(it -> it.right().equals(right.right()) && it.names().equals(right.names()))
            .anyMatch(this::isUsed);
    String names = right.names().isEmpty() ? "" : ", named " + quoted(right.names());
    String asked = used ? "yes" : granted.isEmpty() ? "-" : "no";
    String why = used || reason(right).isEmpty() ? rule.comment() : reason(right);
    return "%s | %s | %s".formatted(names, asked, why);
  }

  private static String quoted(List<String> words) {
    return "`" + String.join("`, `", words) + "`";
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
