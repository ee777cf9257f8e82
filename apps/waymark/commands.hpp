// The program's commands. Each lives in a file of its own, NAME_command.cpp, which adds a subcommand with its options
// to the parser; when the command line names it, it runs inside the parser's parse() and sets the exit code
// (command.hpp).
#pragma once

#include <CLI/CLI.hpp>

namespace waymark::program {

void add_demo_command(CLI::App& app, int& exit_code);
void add_info_command(CLI::App& app, int& exit_code);
void add_generate_command(CLI::App& app, int& exit_code);
void add_convert_command(CLI::App& app, int& exit_code);
void add_scenarios_command(CLI::App& app, int& exit_code);
void add_algorithms_command(CLI::App& app, int& exit_code);
void add_build_command(CLI::App& app, int& exit_code);
void add_verify_command(CLI::App& app, int& exit_code);
void add_solve_command(CLI::App& app, int& exit_code);
void add_race_command(CLI::App& app, int& exit_code);
void add_bench_command(CLI::App& app, int& exit_code);
void add_lab_command(CLI::App& app, int& exit_code);
// These two describe all the others, and stand apart from them in the help.
void add_man_command(CLI::App& app, int& exit_code);
void add_completion_command(CLI::App& app, int& exit_code);

}  // namespace waymark::program
