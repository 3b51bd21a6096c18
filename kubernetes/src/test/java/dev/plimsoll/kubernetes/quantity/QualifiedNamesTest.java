package dev.plimsoll.kubernetes.quantity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QualifiedNamesTest {
  private static final String NAME_DETAIL =
      "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an"
          + " alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for"
          + " validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
  private static final String SUBDOMAIN_DETAIL =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is"
          + " '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
  private static final String LABEL_DETAIL =
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and"
          + " must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc',"
          + " regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
  private static final Pattern NAME = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
  private static final Pattern SUBDOMAIN =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*");

  @ParameterizedTest
  @ValueSource(strings = {"a", "A.b_c-9", "nvidia.com/gpu", "1/2", "a-b.c/D_e"})
  void qualifiedName_good_nothing(String name) {
    assertThat(QualifiedNames.qualifiedName(name)).isEmpty();
  }

  @Test
  void qualifiedName_bad_everything_that_is_wrong() {
    assertThat(QualifiedNames.qualifiedName(""))
        .containsExactly("name part must be non-empty", "name part " + NAME_DETAIL);
    assertThat(QualifiedNames.qualifiedName("/a")).containsExactly("prefix part must be non-empty");
    assertThat(QualifiedNames.qualifiedName("A/-"))
        .containsExactly("prefix part " + SUBDOMAIN_DETAIL, "name part " + NAME_DETAIL);
    assertThat(QualifiedNames.qualifiedName("a/b/c"))
        .containsExactly(
            "a valid label key "
                + NAME_DETAIL
                + " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')");
    assertThat(QualifiedNames.qualifiedName("a".repeat(254) + "/" + "b".repeat(64)))
        .containsExactly(
            "prefix part must be no more than 253 bytes",
            "name part must be no more than 63 bytes");
    assertThat(QualifiedNames.qualifiedName("\u00e9".repeat(32)))
        .containsExactly("name part must be no more than 63 bytes", "name part " + NAME_DETAIL);
  }

  @Test
  void dns1123Label_bad_everything_that_is_wrong() {
    assertThat(QualifiedNames.dns1123Label("team-a")).isEmpty();
    assertThat(QualifiedNames.dns1123Label("team.a")).containsExactly("must not contain dots");
    assertThat(QualifiedNames.dns1123Label("Team")).containsExactly(LABEL_DETAIL);
    assertThat(QualifiedNames.dns1123Label("")).containsExactly(LABEL_DETAIL);
    assertThat(QualifiedNames.dns1123Label("a".repeat(64)))
        .containsExactly("must be no more than 63 characters");
  }

  @Test
  void labelValue_bad_everything_that_is_wrong() {
    assertThat(QualifiedNames.labelValue("")).isEmpty();
    assertThat(QualifiedNames.labelValue("A_1.b")).isEmpty();
    assertThat(QualifiedNames.labelValue("-" + "a".repeat(63)))
        .containsExactly(
            "must be no more than 63 bytes",
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_'"
                + " or '.', and must start and end with an alphanumeric character (e.g. 'MyValue', "
                + " or 'my_value',  or '12345', regex used for validation is"
                + " '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')");
  }

  @Property
  void the_rules_are_those_of_the_regular_expressions(@ForAll("names") String name) {
    assertThat(QualifiedNames.dns1123Subdomain(name).isEmpty())
        .isEqualTo(SUBDOMAIN.matcher(name).matches());
    assertThat(QualifiedNames.qualifiedName(name).isEmpty())
        .isEqualTo(NAME.matcher(name).matches());
    assertThat(QualifiedNames.qualifiedName("a/" + name).isEmpty())
        .isEqualTo(NAME.matcher(name).matches());
    assertThat(QualifiedNames.qualifiedName(name + "/a").isEmpty())
        .isEqualTo(SUBDOMAIN.matcher(name).matches());
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withChars("az09AZ-_.\n\u0660").ofMaxLength(6);
  }
}
