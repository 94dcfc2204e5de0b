@main struct Gate { static func main() {} }
