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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares the rights that roles grant with the requests, and writes the document. */
public final class RightsTable {
  private static final String HEAD =
      """
      # Rights

      `stage/run --rights` writes this page. The command installs every role on a real control plane,
      uses all features, and reads the audit log. At the end, the command
      [tries what a stolen token can do](#what-a-stolen-token-can-do).
      [security.md](security.md) describes each role.

      - **may**, **what**: what the role grants.
      - **asked**: whether a request on the stage took the right. People and other programs use roles
        that have no account.
      - **why**: the comment of the manifest, or the reason why no request on the stage took the right.
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
    text.append("\n| role | account | file |\n|---|---|---|\n");
    roles.forEach(role -> text.append(overview(role)));
    roles.forEach(role -> text.append(section(role)));
    return text.append(stolen(attempts)).toString();
  }

  /** Returns a row of the overview: the role, the accounts that have it, and its file. */
  private String overview(ShippedRole role) {
    Path file = root.relativize(role.file().toAbsolutePath().normalize());
    Set<String> accounts =
        granted(role).stream()
            .map(grant -> "`" + grant.account() + "`")
            .collect(Collectors.toCollection(TreeSet::new));
    return "| [%s](#%s) | %s | [%s](../%s) |\n"
        .formatted(
            role.name(),
            role.name().toLowerCase(Locale.ROOT).replace(' ', '-'),
            accounts.isEmpty() ? "none of Plimsoll" : String.join(", ", accounts),
            file,
            file);
  }

  private List<Grants.Grant> granted(ShippedRole role) {
    return grants.stream().filter(grant -> grant.role().equals(role.name())).toList();
  }

  private String section(ShippedRole role) {
    return "\n## %s\n\n| may | what | asked | why |\n|---|---|---|---|\n%s"
        .formatted(role.name(), rows(role, granted(role)));
  }

  /** Returns a row for each set of resources that share their verbs and the rest of the row. */
  private String rows(ShippedRole role, List<Grants.Grant> granted) {
    Map<List<String>, List<String>> resources = new LinkedHashMap<>();
    for (ShippedRole.Rule rule : role.rules()) {
      verbs(role, rule, granted)
          .forEach(
              (what, verbs) ->
                  resources
                      .computeIfAbsent(List.of(quoted(verbs), what.get(1)), k -> new ArrayList<>())
                      .add(what.get(0)));
    }
    return resources.entrySet().stream()
        .map(
            row ->
                "| %s | %s%s |\n"
                    .formatted(row.getKey().get(0), quoted(row.getValue()), row.getKey().get(1)))
        .collect(Collectors.joining());
  }

  /** Returns the verbs of a rule by resource and the rest of the row. */
  private Map<List<String>, List<String>> verbs(
      ShippedRole role, ShippedRole.Rule rule, List<Grants.Grant> granted) {
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
    return verbs;
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
    Map<String, Set<String>> tried = new TreeMap<>();
    Map<String, Set<String>> allowed = new TreeMap<>();
    Set<String> accounts = new TreeSet<>();
    for (Escalations.Attempt each : attempts) {
      accounts.add(each.account());
      tried.computeIfAbsent(each.what(), k -> new TreeSet<>()).add(each.account());
      Set<String> able = allowed.computeIfAbsent(each.what(), k -> new TreeSet<>());
      if (each.allowed()) {
        able.add(each.account());
      }
    }
    StringBuilder text =
        new StringBuilder(
            "\n## What a stolen token can do\n\nEach account tried all of this"
                + " with its own token, as a dry run:\n\n");
    accounts.forEach(account -> text.append("- `").append(account).append("`\n"));
    text.append(
        """

        The API server denied the attempt to all accounts that a row does not name.

        | tried | allowed to |
        |---|---|
        """);
    tried.forEach(
        (what, by) ->
            text.append("| ")
                .append(what)
                .append(" | ")
                .append(who(allowed.getOrDefault(what, Set.of())))
                .append(by.equals(accounts) ? "" : "; tried only by " + who(by))
                .append(" |\n"));
    return text.toString();
  }

  private static String who(Set<String> accounts) {
    return accounts.isEmpty() ? "nobody" : String.join(", ", accounts);
  }
}
