package dev.plimsoll.kube.price;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.InputException;
import dev.plimsoll.kube.yaml.Section;
import dev.plimsoll.kube.yaml.ValidationErrors;
import dev.plimsoll.kube.yaml.YamlFile;
import dev.plimsoll.kube.yaml.YamlObject;
import dev.plimsoll.model.hours.DeviceKind;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The price of a device for an hour, by product. A node may have other devices beside the product,
 * such as network cards, so a price is for listed resources only.
 *
 * @param currency the currency; empty without prices
 * @param products the price by product
 * @param resources the resources whose devices have the price
 */
public record PriceList(String currency, Map<String, BigDecimal> products, Set<String> resources) {
  /** No prices. */
  public static final PriceList NONE = new PriceList("", Map.of(), Set.of());

  private static final Set<String> RESOURCES =
      Set.of(
          "nvidia.com/gpu",
          "amd.com/gpu",
          "gpu.intel.com/i915",
          "gpu.intel.com/xe",
          "google.com/tpu",
          "habana.ai/gaudi");

  public PriceList {
    products = Map.copyOf(products);
    resources = Set.copyOf(resources);
  }

  /**
   * Reads a file of YAML or JSON, such as {@code {currency: EUR, products: {NVIDIA-A100: 2.10}}}.
   *
   * @throws InputException if the file can't be read or has mistakes
   */
  public static PriceList read(Path file) {
    YamlObject document = YamlFile.readOne(file);
    ValidationErrors errors = new ValidationErrors(file.toString(), document.lines());
    Section section =
        Section.of(document.json(), errors, Set.of("currency", "products", "resources"));
    String currency = section.required("currency");
    Map<String, BigDecimal> products = new TreeMap<>();
    Set<String> names =
        document.json().get("products") instanceof JsonObject object ? object.keySet() : Set.of();
    Section priced = section.section("products", names);
    for (String name : names) {
      BigDecimal price = priced.decimal(name, BigDecimal.ONE.negate());
      if (!priced.has(name)) {
        priced.addError(name, "must be a number, got nothing");
      } else if (price.signum() < 0 && !errors.affect("products." + name)) {
        priced.addError(name, "must not be negative");
      }
      products.put(name, price);
    }
    if (names.isEmpty() && !errors.affect("products")) {
      section.addError("products", "must have at least one product");
    }
    List<String> resources = section.texts("resources");
    errors.throwIfAny();
    return new PriceList(
        currency, products, resources.isEmpty() ? RESOURCES : Set.copyOf(resources));
  }

  /** Returns whether there are prices. */
  public boolean isEmpty() {
    return products.isEmpty();
  }

  /** Returns the price of a device for an hour, if it has one. */
  public Optional<Double> of(DeviceKind kind) {
    return resources.contains(kind.resource().name())
        ? Optional.ofNullable(products.get(kind.product())).map(BigDecimal::doubleValue)
        : Optional.empty();
  }

  /** Returns sentences about prices that nothing has, and devices without a price. */
  public List<String> notes(Collection<DeviceKind> kinds) {
    if (isEmpty()) {
      return List.of();
    }
    Set<String> seen =
        kinds.stream()
            .filter(k -> resources.contains(k.resource().name()))
            .map(DeviceKind::product)
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> unused = new TreeSet<>(products.keySet());
    unused.removeAll(seen);
    seen.removeAll(products.keySet());
    return List.of(
            unused.isEmpty()
                ? ""
                : "prices: no device is of product "
                    + String.join(", ", unused)
                    + "; is the name right?",
            seen.isEmpty()
                ? ""
                : "prices: no price for product "
                    + String.join(", ", seen)
                    + ", so money that includes it is unknown")
        .stream()
        .filter(note -> !note.isEmpty())
        .toList();
  }
}
