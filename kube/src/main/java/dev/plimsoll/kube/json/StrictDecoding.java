package dev.plimsoll.kube.json;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.QuantityFormatException;
import dev.plimsoll.kubernetes.validation.Decoding;
import dev.plimsoll.kubernetes.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * Decodes a manifest as the API server does for kubectl, which asks for strict decoding: a field
 * that no type has is an error. Times are not parsed. Names come in the order of kubectl, the
 * alphabet.
 *
 * <p>Sources: {@code vendor/sigs.k8s.io/json/internal/golang/encoding/json/decode.go}, {@code
 * UnmarshalJSON} in {@code staging/src/k8s.io/apimachinery/pkg/api/resource/quantity.go}, {@code
 * staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.go} and {@code
 * staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/time.go}, {@code transformDecodeError} in {@code
 * staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go}.
 */
public final class StrictDecoding {
  /** Names that share fewer letters are no likely error. */
  private static final int LEAST = 4;

  private final List<Decoding.UnknownField> unknown = new ArrayList<>();
  private Optional<Decoding.WrongValue> saved = Optional.empty();
  private Optional<Decoding.WrongValue> fatal = Optional.empty();

  private StrictDecoding() {}

  /**
   * Decodes an object. There is no error if its kind is not known here.
   *
   * @param apiVersion its API version, such as {@code apps/v1}
   */
  public static Decoding of(String apiVersion, String kind, JsonObject object) {
    return ApiTypes.KUBERNETES
        .find(apiVersion, kind)
        .map(
            type -> {
              String version = apiVersion.substring(apiVersion.indexOf('/') + 1);
              return new StrictDecoding()
                  .decode(
                      type,
                      object,
                      "%s in version \"%s\" cannot be handled as a %s: "
                          .formatted(kind, version, kind));
            })
        .orElse(Decoding.NO_ERROR);
  }

  private Decoding decode(ApiType.Struct type, JsonObject object, String before) {
    decode(object, type, FieldContext.ROOT);
    return new Decoding(before, fatal.or(() -> saved), unknown);
  }

  private void decode(JsonElement value, ApiType type, FieldContext at) {
    if (fatal.isPresent() || value.isJsonNull()) {
      return;
    }
    if (type instanceof ApiType.Unmarshaler unmarshaler) {
      unmarshal(value, unmarshaler, at);
    } else if (value instanceof JsonObject object) {
      object(object, type, at);
    } else if (value instanceof JsonArray array) {
      array(array, type, at);
    } else {
      literal(value.getAsJsonPrimitive(), type, at);
    }
  }

  private void object(JsonObject object, ApiType type, FieldContext at) {
    if (type instanceof ApiType.Struct struct) {
      Map<String, ApiTypes.Field> fields = ApiTypes.KUBERNETES.fields(struct);
      sorted(object)
          .forEach(
              (name, value) ->
                  Optional.ofNullable(fields.get(name))
                      .ifPresentOrElse(
                          f -> field(value, f, struct, at),
                          () -> saveUnknown(name, value, advice(name, fields.keySet()), at)));
    } else if (type instanceof ApiType.Mapping mapping) {
      sorted(object).forEach((name, value) -> decode(value, mapping.values(), at.name(name)));
    } else {
      save("object", type, at, "");
    }
  }

  private void field(
      JsonElement value, ApiTypes.Field field, ApiType.Struct struct, FieldContext at) {
    field.since().ifPresent(s -> saveLater(field.name(), value, s, at));
    decode(value, field.type(), at.field(struct.simpleName(), field));
  }

  private static Map<String, JsonElement> sorted(JsonObject object) {
    return new TreeMap<>(object.asMap());
  }

  private void array(JsonArray array, ApiType type, FieldContext at) {
    if (type instanceof ApiType.Slice slice) {
      for (int i = 0; i < array.size(); i++) {
        decode(array.get(i), slice.items(), at.item(i));
      }
    } else {
      save("array", type, at, "");
    }
  }

  private void literal(JsonPrimitive value, ApiType type, FieldContext at) {
    String kind = type instanceof ApiType.Scalar scalar ? scalar.kind() : "";
    String quotes = kind.equals("string") ? "write the value in quotes" : "";
    if (value.isBoolean()) {
      if (!kind.equals("bool")) {
        save("bool", type, at, quotes);
      }
    } else if (value.isString()) {
      if (type instanceof ApiType.Bytes) {
        bytes(value.getAsString(), at);
      } else if (!kind.equals("string")) {
        save("string", type, at, isOf(kind, value) ? "write the value without quotes" : "");
      }
    } else if (!kind.startsWith("int")) {
      save("number", type, at, quotes);
    } else if (!isInteger(value.getAsString(), kind)) {
      save("number " + value.getAsString(), type, at, "");
    }
  }

  private static boolean isOf(String kind, JsonPrimitive text) {
    return kind.equals("bool")
        ? text.getAsString().matches("true|false")
        : kind.startsWith("int") && isInteger(text.getAsString(), kind);
  }

  private static boolean isInteger(String number, String kind) {
    try {
      long parsed = Long.parseLong(number);
      return kind.equals("int64") || parsed == (int) parsed;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private void bytes(String text, FieldContext at) {
    OptionalInt corrupt = GoBase64.corruptByte(text);
    if (corrupt.isPresent() && saved.isEmpty()) {
      String message = "illegal base64 data at input byte " + corrupt.getAsInt();
      boolean isSecret = at.struct().equals("Secret");
      saved =
          Optional.of(
              new Decoding.WrongValue(
                  message, message, at.path(), isSecret ? "plain text belongs in stringData" : ""));
    }
  }

  private void unmarshal(JsonElement value, ApiType.Unmarshaler type, FieldContext at) {
    switch (type.goName()) {
      case "resource.Quantity" -> quantity(value, at);
      case "intstr.IntOrString" -> {
        if (!isString(value)) {
          unmarshalAs(value, new ApiType.Scalar("int32", "int32"), at);
        }
      }
      case "v1.Time", "v1.MicroTime" ->
          unmarshalAs(value, new ApiType.Scalar("string", "string"), at);
      default -> {
        // A raw extension or the fields of a manager: any value.
      }
    }
  }

  private static boolean isString(JsonElement value) {
    return value instanceof JsonPrimitive primitive && primitive.isString();
  }

  /** An error of a function of its own ends the decoding. */
  private void unmarshalAs(JsonElement value, ApiType.Scalar type, FieldContext at) {
    StrictDecoding own = new StrictDecoding();
    own.decode(value, type, at);
    fatal = own.saved;
  }

  private void quantity(JsonElement value, FieldContext at) {
    try {
      Quantity unused = Quantity.fromJson(isString(value) ? value.getAsString() : value.toString());
    } catch (QuantityFormatException e) {
      if (!e.isBeyondBounds()) {
        String message = String.valueOf(e.getMessage());
        fatal = Optional.of(new Decoding.WrongValue(message, message, at.path(), ""));
      }
    }
  }

  /** The decoder tells only the first error. */
  private void save(String value, ApiType type, FieldContext at, String advice) {
    if (saved.isEmpty()) {
      saved =
          Optional.of(
              new Decoding.WrongValue(
                  message(value, type, at, at.field()),
                  message(value, type, at, at.named()),
                  at.path(),
                  advice));
    }
  }

  private static String message(String value, ApiType type, FieldContext at, String names) {
    String field = names.substring(0, names.length() - 1);
    return "json: cannot unmarshal %s into Go struct field %s.%s of type %s"
        .formatted(value, at.struct(), field, type.goName());
  }

  /** Kubectl sends no unknown field whose value is null. */
  private void saveUnknown(String name, JsonElement value, String advice, FieldContext at) {
    if (!value.isJsonNull()) {
      unknown.add(
          new Decoding.UnknownField(at.strictPath(name), at.path(name), advice, Optional.empty()));
    }
  }

  private void saveLater(String name, JsonElement value, KubernetesVersion since, FieldContext at) {
    if (!value.isJsonNull()) {
      unknown.add(
          new Decoding.UnknownField(
              at.strictPath(name),
              at.path(name),
              "Kubernetes " + since + " is the first version that has the field",
              Optional.of(since)));
    }
  }

  private static String advice(String name, Set<String> known) {
    String text = name.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(k -> isLike(k.toLowerCase(Locale.ROOT), text))
        .min(
            Comparator.<String>comparingInt(k -> Math.abs(k.length() - name.length()))
                .thenComparing(k -> k))
        .map(k -> "a field that is known there is " + k)
        .orElse("");
  }

  private static boolean isLike(String one, String other) {
    return one.equals(other)
        || (Math.min(one.length(), other.length()) >= LEAST
            && (one.startsWith(other) || other.startsWith(one)));
  }
}
