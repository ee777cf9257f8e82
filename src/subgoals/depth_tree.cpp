#include "waymark/subgoals/depth_tree.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace waymark {
namespace {

using Node = DepthTree::Node;

constexpr std::string_view kIndent = "  ";
constexpr std::array<std::string_view, 3> kParameterNames{"d_max", "history", "presearch"};
constexpr std::string_view kBestFirst = "shape best-first";

// Text from a file, fit for a one-line message.
std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 40;
  std::string shown = "'";
  for (const char byte : text.substr(0, kShown)) shown += byte >= ' ' && byte < 0x7f ? byte : '?';
  return shown + (text.size() > kShown ? "...'" : "'");
}

// Removes `expected` from the front.
bool take(std::string_view& text, std::string_view expected) {
  if (text.substr(0, expected.size()) != expected) return false;
  text.remove_prefix(expected.size());
  return true;
}

// Removes a decimal number from the front: written as to_string writes it, and within the limits.
std::optional<std::int64_t> take_number(std::string_view& text, std::int64_t low, std::int64_t high) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value < low || value > high) return std::nullopt;
  if (!take(text, std::to_string(value))) return std::nullopt;
  return value;
}

// Comments are one line each, of any readable text.
bool is_comment(std::string_view text) {
  return text.size() < DepthTree::kMaxLineBytes && std::none_of(text.begin(), text.end(), [](char byte) {
           return (byte >= 0 && byte < ' ' && byte != '\t') || byte == 0x7f;
         });
}

std::uint32_t highest(std::size_t parameter, const DepthTree::Parameters& known) {
  switch (parameter) {
    case 0: return DepthTree::kMaxDepth;
    case 1: return DepthTree::kMaxHistory;
    default: return std::min(DepthTree::kMaxPresearch, known.d_max);
  }
}

std::uint32_t& value_of(DepthTree::Parameters& parameters, std::size_t parameter) {
  switch (parameter) {
    case 0: return parameters.d_max;
    case 1: return parameters.history;
    default: return parameters.presearch;
  }
}

std::string range_error(std::size_t parameter, const DepthTree::Parameters& known) {
  return std::string(kParameterNames[parameter]) + " must be 1 to " + std::to_string(highest(parameter, known));
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : rest_(text), file_(file) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  // False if there is none or it is too long: then error() says so.
  bool next(std::string_view expected) {
    if (rest_.empty()) {
      error_ = Error{ErrorCode::kBadFormat, "the text ends here; expected " + std::string(expected), file_, line_ + 1};
      return false;
    }
    ++line_;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    now_ = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (!now_.empty() && now_.back() == '\r') now_.remove_suffix(1);
    if (now_.size() <= DepthTree::kMaxLineBytes) return true;
    error_ = bad("longer than " + std::to_string(DepthTree::kMaxLineBytes) + " bytes");
    return false;
  }
  [[nodiscard]] std::string_view line() const { return now_; }
  [[nodiscard]] bool next_is(std::string_view beginning) const { return rest_.starts_with(beginning); }
  [[nodiscard]] Error bad(std::string message) const {
    return {ErrorCode::kBadFormat, std::move(message), file_, line_};
  }
  [[nodiscard]] Error expected(const std::string& what) const { return bad(quoted(now_) + "; expected " + what); }
  [[nodiscard]] const Error& error() const { return error_; }

 private:
  std::string_view rest_;
  const std::string& file_;
  std::string_view now_;
  std::int64_t line_ = 0;
  Error error_{ErrorCode::kBadFormat, ""};
};

// The nodes from the reader's place to its end. Keeps the decisions above the place it is at, so needs no recursion.
Result<std::vector<Node>> read_nodes(Reader& reader, std::uint32_t d_max) {
  std::vector<Node> nodes;
  struct Open {
    std::uint32_t node;
    bool above;  // whether the second branch is being read
  };
  std::vector<Open> open;
  for (;;) {
    if (!reader.next("`if f... <= ...` or `depth ...`")) return reader.error();
    std::string_view text = reader.line();
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (!take(text, kIndent)) {
        return reader.expected(std::to_string(open.size() * kIndent.size()) + " blanks and then `if` or `depth`");
      }
    }
    if (nodes.size() == DepthTree::kMaxNodes) {
      return reader.bad("more than " + std::to_string(DepthTree::kMaxNodes) + " decisions and leaves");
    }
    Node node;
    if (take(text, "if f")) {
      const auto feature = take_number(text, 1, kDepthFeatures);
      if (!feature) return reader.expected("a feature f1 to f" + std::to_string(kDepthFeatures));
      const auto threshold = take(text, " <= ") ? take_number(text, std::numeric_limits<std::int32_t>::min(),
                                                              std::numeric_limits<std::int32_t>::max())
                                                : std::nullopt;
      if (!threshold || !text.empty()) return reader.expected("` <= ` and a whole number of 32 bits");
      if (open.size() == DepthTree::kMaxNesting) {
        return reader.bad("nested deeper than " + std::to_string(DepthTree::kMaxNesting) + " decisions");
      }
      node.feature = static_cast<std::uint8_t>(*feature - 1);
      node.threshold = static_cast<std::int32_t>(*threshold);
      open.push_back({static_cast<std::uint32_t>(nodes.size()), false});
      nodes.push_back(node);
      continue;
    }
    if (!take(text, "depth ")) {
      return reader.expected("`if f... <= ...` or `depth ...`, " + std::to_string(open.size() * kIndent.size()) +
                             " blanks before it");
    }
    const auto depth = take_number(text, 1, d_max);
    if (!depth) return reader.expected("a depth of 1 to d_max, " + std::to_string(d_max));
    const auto right = take(text, " (") ? take_number(text, 0, DepthTree::kMaxCount) : std::nullopt;
    const auto all = right && take(text, " of ") ? take_number(text, *right, DepthTree::kMaxCount) : std::nullopt;
    if (!all || text != ")") return reader.expected("`depth D (RIGHT of ALL)`, RIGHT at most ALL");
    node.depth = static_cast<std::uint8_t>(*depth);
    node.right = static_cast<std::uint32_t>(*right);
    node.all = static_cast<std::uint32_t>(*all);
    nodes.push_back(node);

    while (!open.empty() && open.back().above) open.pop_back();
    if (open.empty()) return nodes;
    const std::string otherwise = std::string((open.size() - 1) * kIndent.size(), ' ') + "else";
    if (!reader.next("`else`")) return reader.error();
    if (reader.line() != otherwise) {
      return reader.expected("`else` after " + std::to_string(otherwise.size() - 4) + " blanks");
    }
    open.back().above = true;
    nodes[open.back().node].above = static_cast<std::uint32_t>(nodes.size());
  }
}

// Why the nodes are not one tree in pre-order; empty if they are.
std::string fault_of(std::span<const Node> nodes, std::uint32_t d_max) {
  if (nodes.size() > DepthTree::kMaxNodes) return "too many nodes";
  struct Second {
    std::uint32_t node;     // where the second branch of a decision must begin
    std::size_t decisions;  // that lie above it
  };
  std::vector<Second> open;
  std::size_t decisions = 0;
  for (std::size_t i = 0;; ++i) {
    if (i == nodes.size()) return "a branch is missing";
    const Node& node = nodes[i];
    if (!node.is_leaf()) {
      if (node.feature >= kDepthFeatures) return "no such feature";
      if (decisions == DepthTree::kMaxNesting) return "nested too deep";
      open.push_back({node.above, ++decisions});
      continue;
    }
    if (node.depth < 1 || node.depth > d_max) return "a depth beyond d_max";
    if (node.right > node.all || node.all > DepthTree::kMaxCount) return "counts do not add up";
    if (open.empty()) return i + 1 == nodes.size() ? "" : "nodes after the end";
    if (open.back().node != i + 1) return "a branch is not where it should be";
    decisions = open.back().decisions;
    open.pop_back();
  }
}

}  // namespace

Result<DepthTree> DepthTree::parse(std::string_view text, const std::string& file) {
  if (text.size() > kMaxBytes) {
    return Error{ErrorCode::kTooLarge,
                 "a tree has at most " + std::to_string(kMaxBytes) + " bytes, not " + std::to_string(text.size()),
                 file};
  }
  Reader reader(text, file);
  const std::string first = "`" + std::string(kFirstLine) + "`";
  if (!reader.next(first)) return reader.error();
  if (reader.line() != kFirstLine) return reader.expected(first);
  DepthTree tree;
  while (reader.next_is("#")) {
    if (!reader.next("")) return reader.error();
    if (tree.comments_.size() == kMaxComments) {
      return reader.bad("more than " + std::to_string(kMaxComments) + " comments");
    }
    if (!is_comment(reader.line().substr(1))) return reader.expected("readable text in a comment");
    tree.comments_.emplace_back(reader.line().substr(1));
  }
  for (std::size_t i = 0; i < kParameterNames.size(); ++i) {
    const std::string wanted = "`" + std::string(kParameterNames[i]) + " N`";
    if (!reader.next(wanted)) return reader.error();
    std::string_view line = reader.line();
    if (!take(line, kParameterNames[i]) || !take(line, " ")) return reader.expected(wanted);
    const auto value = take_number(line, 1, highest(i, tree.parameters_));
    if (!value || !line.empty()) return reader.bad(range_error(i, tree.parameters_) + ", not " + quoted(reader.line()));
    value_of(tree.parameters_, i) = static_cast<std::uint32_t>(*value);
  }
  if (reader.next_is("shape")) {
    if (!reader.next("")) return reader.error();
    if (reader.line() != kBestFirst) return reader.expected("`" + std::string(kBestFirst) + "`, or no such line");
    tree.parameters_.shape = LookaheadShape::kBestFirst;
  }
  auto nodes = read_nodes(reader, tree.parameters_.d_max);
  if (!nodes) return nodes.error();
  if (!reader.at_end()) {
    if (!reader.next("")) return reader.error();
    return reader.expected("the end: the tree is complete");
  }
  tree.nodes_ = *std::move(nodes);
  return tree;
}

Result<DepthTree> DepthTree::make(const Parameters& parameters, std::vector<std::string> comments,
                                  std::vector<Node> nodes) {
  Parameters checked = parameters;
  for (std::size_t i = 0; i < kParameterNames.size(); ++i) {
    const std::uint32_t value = value_of(checked, i);
    if (value < 1 || value > highest(i, parameters)) return Error{ErrorCode::kOutOfRange, range_error(i, parameters)};
  }
  if (comments.size() > kMaxComments) return Error{ErrorCode::kTooLarge, "too many comments for a tree"};
  for (const std::string& comment : comments) {
    if (!is_comment(comment)) return Error{ErrorCode::kOutOfRange, "a tree's comment is one line of readable text"};
  }
  if (const std::string fault = fault_of(nodes, parameters.d_max); !fault.empty()) {
    return Error{ErrorCode::kOutOfRange, "not a decision tree: " + fault};
  }
  DepthTree tree;
  tree.parameters_ = parameters;
  tree.comments_ = std::move(comments);
  tree.nodes_ = std::move(nodes);
  return tree;
}

std::string DepthTree::to_text() const {
  std::string text = std::string(kFirstLine) + "\n";
  for (const std::string& comment : comments_) text += "#" + comment + "\n";
  Parameters parameters = parameters_;
  for (std::size_t i = 0; i < kParameterNames.size(); ++i) {
    text += std::string(kParameterNames[i]) + " " + std::to_string(value_of(parameters, i)) + "\n";
  }
  if (parameters.shape == LookaheadShape::kBestFirst) text += std::string(kBestFirst) + "\n";
  std::vector<std::uint32_t> above;  // where the second branches of the decisions above begin
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    while (!above.empty() && above.back() < i) above.pop_back();
    if (!above.empty() && above.back() == i) {
      text += std::string((above.size() - 1) * kIndent.size(), ' ') + "else\n";
    }
    text += std::string(above.size() * kIndent.size(), ' ');
    if (node.is_leaf()) {
      text += "depth " + std::to_string(node.depth) + " (" + std::to_string(node.right) + " of " +
              std::to_string(node.all) + ")\n";
    } else {
      text += "if f" + std::to_string(node.feature + 1) + " <= " + std::to_string(node.threshold) + "\n";
      above.push_back(node.above);
    }
  }
  return text;
}

}  // namespace waymark
