package dev.plimsoll.kubernetes.validation;

import dev.plimsoll.kubernetes.quantity.GoText;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The message of a denial as invalid.
 *
 * <p>Source: {@code NewInvalid} in {@code
 * staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go}.
 */
public final class InvalidMessage {

  private InvalidMessage() {}

  /**
   * Returns the message for the user; equal errors appear once.
   *
   * @param kind the kind, with its group after a dot where it has one
   * @param name the object's name
   * @param errors what is wrong; not empty
   */
  public static String message(String kind, String name, List<FieldError> errors) {
    Set<String> texts = new LinkedHashSet<>();
    for (FieldError error : errors) {
      texts.add(error.toString());
    }
    String list = String.join(", ", texts);
    return kind
        + " "
        + GoText.quote(name)
        + " is invalid: "
        + (texts.size() == 1 ? list : "[" + list + "]");
  }
}
